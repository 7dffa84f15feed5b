import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { notificationChannels } from "@/db/schema/index.ts";
import {
  channelRow,
  createTestChannel,
  deliveriesOf,
  onlyDeliveryOf,
  recordTestEvent,
  senderNow,
  setUpCallbacks,
  TIMEOUT_MS,
} from "@/e2e/support/callback-fixture.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import {
  answerAfter,
  answerHuge,
  answerWhole,
  closeInTheMiddle,
  drip,
  hang,
  speakGarbage,
} from "@/e2e/support/receivers/answers.ts";
import { closedPort } from "@/e2e/support/receivers/receiver.ts";
import { database } from "../platform/context.ts";
import { RETRY_SCHEDULE_MS } from "./policy.ts";

setUpPlatform();
const stage = setUpCallbacks();

/** How exact a pause is told, since time passes while it is looked at. */
const SLACK_MS = 2_000;

/** Lets the time pass until the next try is due, and has it made. */
async function passUntilNextTry(channelId: string): Promise<number> {
  const { nextAttemptAt } = await onlyDeliveryOf(channelId);
  const waitedMs = (nextAttemptAt?.getTime() ?? 0) - senderNow(stage).getTime();
  stage.ahead += Math.max(waitedMs, 0);
  await stage.sender.drain(channelId);
  return waitedMs;
}

describe("a delivery", () => {
  it("is verified by the official verifier and says what happened", async () => {
    const { channelId, secret } = await createTestChannel(stage);
    const subjectId = await recordTestEvent(undefined, "Zoë 🚢");
    await stage.sender.drain(channelId);
    const [request] = stage.receiver.received;
    const event = new Webhook(secret).verify(request?.body ?? "", request?.headers ?? {});
    expect(event).toMatchObject({
      type: "security.user_disabled",
      version: 1,
      sequence: expect.stringMatching(/^\d+$/),
      subjectId,
      data: { userId: subjectId, name: "Zoë 🚢" },
    });
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(await onlyDeliveryOf(channelId)).toMatchObject({ state: "DELIVERED", attemptCount: 1 });
  });

  it("keeps its id and its body over all tries, and is dead after the last one", async () => {
    stage.receiver.answerWith(answerWhole(500, {}, "not today"));
    const { channelId, secret } = await createTestChannel(stage);
    await recordTestEvent();
    await stage.sender.drain(channelId);
    const waits: number[] = [];
    while ((await onlyDeliveryOf(channelId)).state === "PENDING")
      waits.push(await passUntilNextTry(channelId));
    const expected = RETRY_SCHEDULE_MS.retryDelaysMs.slice(1);
    expect(waits).toHaveLength(expected.length);
    waits.forEach((waited, index) => {
      expect(waited).toBeGreaterThanOrEqual((expected[index] ?? 0) - SLACK_MS);
      expect(waited).toBeLessThanOrEqual((expected[index] ?? 0) * 1.2);
    });
    expect(new Set(stage.receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(stage.receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(stage.receiver.received).toHaveLength(8);
    for (const { headers, body } of stage.receiver.received) {
      const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
      const signed = new Webhook(secret).sign(headers["webhook-id"] ?? "", at, body);
      expect(headers["webhook-signature"]).toBe(signed);
    }
    expect(await onlyDeliveryOf(channelId)).toMatchObject({
      state: "DEAD",
      attemptCount: 8,
      nextAttemptAt: null,
    });
  });

  it.each([
    ["refuses", null, "REFUSED"],
    ["hangs", hang, "TIMEOUT"],
    ["drips", drip(100), "TIMEOUT"],
    ["answers 200 too late", answerAfter(TIMEOUT_MS + 500, answerWhole(200)), "TIMEOUT"],
    ["closes in the middle", closeInTheMiddle, "BROKEN_OFF"],
    ["speaks garbage", speakGarbage, "NOT_HTTP"],
    ["redirects", answerWhole(302, { Location: "http://127.0.0.1:1/" }), null],
    ["is out of order", answerWhole(503), null],
  ])("to a receiver that %s is tried again", async (_, answer, reason) => {
    if (answer) stage.receiver.answerWith(answer);
    const url = answer ? stage.receiver.url : `http://127.0.0.1:${await closedPort()}/`;
    const { channelId } = await createTestChannel(stage, url);
    await recordTestEvent();
    await stage.sender.drain(channelId);
    const delivery = await onlyDeliveryOf(channelId);
    expect(delivery).toMatchObject({ state: "PENDING", attemptCount: 1 });
    expect(delivery.attempts[0]?.error?.split(":")[0] ?? null).toBe(reason);
    expect((await channelRow(channelId)).failingSince).not.toBeNull();
    stage.receiver.answerWith(answerWhole(204, {}, ""));
    await database()
      .platform.orm.update(notificationChannels)
      .set({ url: stage.receiver.url })
      .where(eq(notificationChannels.id, channelId));
    await passUntilNextTry(channelId);
    expect(await onlyDeliveryOf(channelId)).toMatchObject({ state: "DELIVERED", attemptCount: 2 });
    expect(await channelRow(channelId)).toMatchObject({ failingSince: null, failureStreak: 0 });
  });

  it("to one that answers 10 MB is delivered, and little of it is kept", async () => {
    stage.receiver.answerWith(answerHuge(10_000_000));
    const { channelId } = await createTestChannel(stage);
    await recordTestEvent();
    await stage.sender.drain(channelId);
    const { state, attempts } = await onlyDeliveryOf(channelId);
    expect(state).toBe("DELIVERED");
    expect(attempts[0]?.responseBody).toHaveLength(8_192);
  });

  it("keeps any bytes of an answer as text", async () => {
    stage.receiver.answerWith(answerWhole(500, { "X-Odd": "a" }, "\0\u{1F6A2}\u0007"));
    const { channelId } = await createTestChannel(stage);
    await recordTestEvent();
    await stage.sender.drain(channelId);
    const { attempts } = await onlyDeliveryOf(channelId);
    expect(attempts[0]).toMatchObject({
      responseBody: "\uFFFD\u{1F6A2}\u0007",
      responseHeaders: { "x-odd": "a" },
    });
  });

  it.each([
    ["seconds", () => "600"],
    ["a date", () => new Date(Date.now() + 601_000).toUTCString()],
  ])("waits as long as Retry-After asks for in %s, and so do its neighbours", async (_, retryAfter) => {
    stage.receiver.answerWith(answerWhole(429, { "Retry-After": retryAfter() }));
    const { channelId } = await createTestChannel(stage);
    await recordTestEvent();
    await stage.sender.drain(channelId);
    const waitMs =
      ((await onlyDeliveryOf(channelId)).nextAttemptAt?.getTime() ?? 0) - senderNow(stage).getTime();
    expect(waitMs).toBeGreaterThanOrEqual(600_000 - SLACK_MS);
    expect(waitMs).toBeLessThan(602_000);
    await recordTestEvent();
    stage.ahead += 580_000;
    await stage.sender.drain(channelId);
    expect(stage.receiver.received).toHaveLength(1);
    stage.receiver.answerWith(answerWhole(200));
    stage.ahead += 25_000;
    await stage.sender.drain(channelId);
    expect((await deliveriesOf(channelId)).map(({ state }) => state)).toEqual(["DELIVERED", "DELIVERED"]);
  });

  it("waits for an earlier one of the same object, while other objects go ahead", async () => {
    stage.receiver.answerWith(answerWhole(500));
    const { channelId } = await createTestChannel(stage);
    const subject = await recordTestEvent(undefined, "first");
    await stage.sender.drain(channelId);
    stage.receiver.answerWith(answerWhole(200));
    stage.receiver.received.length = 0;
    await recordTestEvent(subject, "second");
    await recordTestEvent(undefined, "another");
    await stage.sender.drain(channelId);
    const names = () => stage.receiver.received.map(({ body }) => JSON.parse(body).data.name);
    expect(names()).toEqual(["another"]);
    stage.ahead += 8_000;
    await stage.sender.drain(channelId);
    expect(names()).toEqual(["another", "first", "second"]);
    const sequences = stage.receiver.received.slice(1).map(({ body }) => Number(JSON.parse(body).sequence));
    expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
  });
});
