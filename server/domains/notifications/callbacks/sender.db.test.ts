import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { notificationChannels } from "@/db/schema/index.ts";
import {
  CALLBACK_TIMEOUT_MS,
  channelRow,
  createTestChannel,
  deliveriesOf,
  onlyDeliveryOf,
  recordTestEvent,
  senderNow,
  setUpCallbacks,
} from "@/e2e/support/callback-fixture.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { closedPort } from "@/e2e/support/receivers/receiver.ts";
import {
  closeMidResponse,
  neverRespond,
  respondAfter,
  respondByDrops,
  respondWith,
  respondWithBytes,
  respondWithGarbage,
} from "@/e2e/support/receivers/responders.ts";
import { database } from "@/server/core/context.ts";
import { RETRY_SCHEDULE_MS } from "./callback-retry-policy.ts";

setUpPlatform();
const fixture = setUpCallbacks();

/** Tolerance for delays, since time passes during the test. */
const SLACK_MS = 2_000;

/** Advances the clock to the next attempt and sends it. */
async function passUntilNextTry(channelId: string): Promise<number> {
  const { nextAttemptAt } = await onlyDeliveryOf(channelId);
  const waitedMs = (nextAttemptAt?.getTime() ?? 0) - senderNow(fixture).getTime();
  fixture.clockOffsetMs += Math.max(waitedMs, 0);
  await fixture.sender.drain(channelId);
  return waitedMs;
}

describe("a delivery", () => {
  it("is accepted by the official verifier and carries the event", async () => {
    const { channelId, secret } = await createTestChannel(fixture);
    const subjectId = await recordTestEvent(undefined, "Zoë 🚢");
    await fixture.sender.drain(channelId);
    const [request] = fixture.receiver.received;
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

  it("keeps id and body over all attempts, and is dead after the last one", async () => {
    fixture.receiver.setResponder(respondWith(500, {}, "not today"));
    const { channelId, secret } = await createTestChannel(fixture);
    await recordTestEvent();
    await fixture.sender.drain(channelId);
    const waits: number[] = [];
    while ((await onlyDeliveryOf(channelId)).state === "PENDING")
      waits.push(await passUntilNextTry(channelId));
    const expected = RETRY_SCHEDULE_MS.retryDelaysMs.slice(1);
    expect(waits).toHaveLength(expected.length);
    waits.forEach((waited, index) => {
      expect(waited).toBeGreaterThanOrEqual((expected[index] ?? 0) - SLACK_MS);
      expect(waited).toBeLessThanOrEqual((expected[index] ?? 0) * 1.2);
    });
    expect(new Set(fixture.receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(fixture.receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(fixture.receiver.received).toHaveLength(8);
    for (const { headers, body } of fixture.receiver.received) {
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
    ["hangs", neverRespond, "TIMEOUT"],
    ["answers 200 too late", respondAfter(CALLBACK_TIMEOUT_MS + 500, respondWith(200)), "TIMEOUT"],
    ["speaks garbage", respondWithGarbage, "NOT_HTTP"],
    ["redirects", respondWith(302, { Location: "http://127.0.0.1:1/" }), null],
    ["is out of order", respondWith(503), null],
  ])("to a receiver that %s is retried", async (_, answer, reason) => {
    if (answer) fixture.receiver.setResponder(answer);
    const url = answer ? fixture.receiver.url : `http://127.0.0.1:${await closedPort()}/`;
    const { channelId } = await createTestChannel(fixture, url);
    await recordTestEvent();
    await fixture.sender.drain(channelId);
    const delivery = await onlyDeliveryOf(channelId);
    expect(delivery).toMatchObject({ state: "PENDING", attemptCount: 1 });
    expect(delivery.attempts[0]?.error?.split(":")[0] ?? null).toBe(reason);
    expect((await channelRow(channelId)).failingSince).not.toBeNull();
    fixture.receiver.setResponder(respondWith(204, {}, ""));
    await database()
      .systemDb.orm.update(notificationChannels)
      .set({ url: fixture.receiver.url })
      .where(eq(notificationChannels.id, channelId));
    await passUntilNextTry(channelId);
    expect(await onlyDeliveryOf(channelId)).toMatchObject({ state: "DELIVERED", attemptCount: 2 });
    expect(await channelRow(channelId)).toMatchObject({ failingSince: null, failureStreak: 0 });
  });

  it("with a response of 10 MB is delivered, and the stored body truncated", async () => {
    fixture.receiver.setResponder(respondWithBytes(10_000_000));
    const { channelId } = await createTestChannel(fixture);
    await recordTestEvent();
    await fixture.sender.drain(channelId);
    const { state, attempts } = await onlyDeliveryOf(channelId);
    expect(state).toBe("DELIVERED");
    expect(attempts[0]?.responseBody).toHaveLength(8_192);
  });

  it("stores any bytes and header names of a response", async () => {
    const headers = JSON.parse('{ "X-Odd": "a", "__proto__": "b", "constructor": "c" }') as Record<
      string,
      string
    >;
    fixture.receiver.setResponder(respondWith(500, headers, "\0\u{1F6A2}\u0007"));
    const { channelId } = await createTestChannel(fixture);
    await recordTestEvent();
    await fixture.sender.drain(channelId);
    const { attempts } = await onlyDeliveryOf(channelId);
    expect(attempts[0]?.responseBody).toBe("\uFFFD\u{1F6A2}\u0007");
    expect(attempts[0]?.responseHeaders).toMatchObject({ "x-odd": "a", constructor: "c" });
  });

  it.each([
    ["never ends", respondByDrops(100)],
    ["breaks off", closeMidResponse],
  ])("is acknowledged by a 2xx whose body %s", async (_, responder) => {
    fixture.receiver.setResponder(responder);
    const { channelId } = await createTestChannel(fixture);
    await recordTestEvent();
    await fixture.sender.drain(channelId);
    const delivery = await onlyDeliveryOf(channelId);
    expect(delivery).toMatchObject({ state: "DELIVERED", attemptCount: 1 });
    expect(delivery.attempts[0]).toMatchObject({ responseStatus: 200, error: null });
  });

  it.each([
    [429, "seconds", () => "600"],
    [500, "seconds", () => " 600 "],
    [404, "a date", () => new Date(Date.now() + 601_000).toUTCString()],
    [302, "fractions", () => "600.0"],
  ])(
    "obeys Retry-After of a %i in %s, as do other deliveries of the channel",
    async (status, _, retryAfter) => {
      fixture.receiver.setResponder(respondWith(status, { "Retry-After": retryAfter() }));
      const { channelId } = await createTestChannel(fixture);
      await recordTestEvent();
      await fixture.sender.drain(channelId);
      const waitMs =
        ((await onlyDeliveryOf(channelId)).nextAttemptAt?.getTime() ?? 0) - senderNow(fixture).getTime();
      expect(waitMs).toBeGreaterThanOrEqual(600_000 - SLACK_MS);
      expect(waitMs).toBeLessThan(602_000);
      await recordTestEvent();
      fixture.clockOffsetMs += 580_000;
      await fixture.sender.drain(channelId);
      expect(fixture.receiver.received).toHaveLength(1);
      fixture.receiver.setResponder(respondWith(200));
      fixture.clockOffsetMs += 25_000;
      await fixture.sender.drain(channelId);
      expect((await deliveriesOf(channelId)).map(({ state }) => state)).toEqual(["DELIVERED", "DELIVERED"]);
    },
  );

  it("waits for an earlier one of its subject, while other subjects proceed", async () => {
    fixture.receiver.setResponder(respondWith(500));
    const { channelId } = await createTestChannel(fixture);
    const subject = await recordTestEvent(undefined, "first");
    await fixture.sender.drain(channelId);
    fixture.receiver.setResponder(respondWith(200));
    fixture.receiver.received.length = 0;
    await recordTestEvent(subject, "second");
    await recordTestEvent(undefined, "another");
    await fixture.sender.drain(channelId);
    const names = () => fixture.receiver.received.map(({ body }) => JSON.parse(body).data.name);
    expect(names()).toEqual(["another"]);
    fixture.clockOffsetMs += 8_000;
    await fixture.sender.drain(channelId);
    expect(names()).toEqual(["another", "first", "second"]);
    const sequences = fixture.receiver.received.slice(1).map(({ body }) => Number(JSON.parse(body).sequence));
    expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
  });
});
