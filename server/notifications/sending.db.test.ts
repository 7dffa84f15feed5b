import { asc, eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deliveries, deliveryAttempts, notices, notificationChannels } from "@/db/schema/index.ts";
import {
  answerAfter,
  answerHuge,
  answerWhole,
  closeInTheMiddle,
  drip,
  hang,
  speakGarbage,
} from "@/e2e/receivers/answers.ts";
import { closedPort, type Receiver, startReceiver } from "@/e2e/receivers/receiver.ts";
import { setUpPlatform, signInAdmin } from "@/e2e/test-platform.ts";
import { type Context, database, systemContext } from "../context.ts";
import { completeEnv } from "../env.ts";
import { inTransaction } from "../mutate.ts";
import { parseAllowList } from "../outbound/allow-list.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import { createChannel, pauseChannel, resumeChannel, rotateSecret, testChannel } from "./channels.ts";
import { dispatchEvents } from "./dispatch.ts";
import { recordEvent } from "./events.ts";
import { getDelivery, listChannels } from "./overview.ts";
import { SCHEDULE } from "./policy.ts";
import { redeliver, redeliverFailed, settleParked } from "./redeliver.ts";
import { createSender, type Sender } from "./sender.ts";

setUpPlatform();

/** For one answer, instead of 15 s. The pauses are the real ones: the sender's clock is set forward. */
const TIMEOUT_MS = 1_000;
/** How exact a pause is told, since time passes while it is looked at. */
const SLACK_MS = 2_000;

let admin: Context;
let receiver: Receiver;
let outbound: Outbound;
let ahead = 0;
let sender: Sender;

beforeAll(async () => {
  completeEnv({ OUTBOUND_ALLOW_HOSTS: "127.0.0.1", NEXTAUTH_URL: "https://drydock.test" });
  admin = await signInAdmin();
  receiver = await startReceiver(answerWhole(200));
  outbound = createOutbound({ allow: parseAllowList("127.0.0.1") ?? [] });
});
beforeEach(() => {
  ahead = 0;
  sender = createSender({
    ctx: { ...systemContext("callbacks"), now: senderNow },
    outbound,
    schedule: SCHEDULE,
    timeoutMs: TIMEOUT_MS,
    origin: "https://drydock.test",
  });
  receiver.answerWith(answerWhole(200));
  receiver.received.length = 0;
});
afterEach(() => database().platform.orm.update(notificationChannels).set({ pausedAt: new Date() }));
afterAll(async () => {
  await receiver.close();
  await outbound.close();
});

const senderNow = () => new Date(Date.now() + ahead);
const pass = (ms: number) => {
  ahead += ms;
};

const NEW = { name: "A channel", eventTypes: null, tenantId: null, signing: "HMAC" } as const;
const makeChannel = (url = receiver.url) => createChannel(admin, { ...NEW, url });

/** Something that happened to `subjectId`, owed to whoever listens. */
async function happen(subjectId = admin.newId(), name = "Somebody"): Promise<string> {
  await inTransaction(systemContext("test"), ({ open: { tx } }) =>
    recordEvent(tx, systemContext("test"), {
      type: "security.user_disabled",
      tenantId: null,
      subjectId,
      data: { userId: subjectId, name },
    }),
  );
  await dispatchEvents(systemContext("test"));
  return subjectId;
}

const owedBy = (channelId: string) =>
  database()
    .platform.orm.select()
    .from(deliveries)
    .where(eq(deliveries.channelId, channelId))
    .orderBy(asc(deliveries.sequence));

async function onlyOwedBy(channelId: string) {
  const [delivery, ...others] = await owedBy(channelId);
  if (!delivery || others.length > 0) throw new Error(`${others.length + 1} deliveries`);
  const attempts = await database()
    .platform.orm.select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, delivery.id))
    .orderBy(asc(deliveryAttempts.number));
  return { ...delivery, attempts };
}

async function channelRow(channelId: string) {
  const [row] = await database()
    .platform.orm.select()
    .from(notificationChannels)
    .where(eq(notificationChannels.id, channelId));
  if (!row) throw new Error("no channel");
  return row;
}

/** Lets the time pass until the next try is due, and has it made. */
async function passUntilNextTry(channelId: string): Promise<number> {
  const { nextAttemptAt } = await onlyOwedBy(channelId);
  const waitedMs = (nextAttemptAt?.getTime() ?? 0) - senderNow().getTime();
  pass(Math.max(waitedMs, 0));
  await sender.drain(channelId);
  return waitedMs;
}

describe("a delivery", () => {
  it("is verified by the official verifier and says what happened", async () => {
    const { channelId, secret } = await makeChannel();
    const subjectId = await happen(undefined, "Zoë 🚢");
    await sender.drain(channelId);
    const [request] = receiver.received;
    const event = new Webhook(secret).verify(request?.body ?? "", request?.headers ?? {});
    expect(event).toMatchObject({
      type: "security.user_disabled",
      version: 1,
      sequence: expect.stringMatching(/^\d+$/),
      subjectId,
      data: { userId: subjectId, name: "Zoë 🚢" },
    });
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(await onlyOwedBy(channelId)).toMatchObject({ state: "DELIVERED", attemptCount: 1 });
  });

  it("keeps its id and its body over all tries, and is dead after the last one", async () => {
    receiver.answerWith(answerWhole(500, {}, "not today"));
    const { channelId, secret } = await makeChannel();
    await happen();
    await sender.drain(channelId);
    const waits: number[] = [];
    while ((await onlyOwedBy(channelId)).state === "PENDING") waits.push(await passUntilNextTry(channelId));
    const expected = SCHEDULE.retryDelaysMs.slice(1);
    expect(waits).toHaveLength(expected.length);
    waits.forEach((waited, index) => {
      expect(waited).toBeGreaterThanOrEqual((expected[index] ?? 0) - SLACK_MS);
      expect(waited).toBeLessThanOrEqual((expected[index] ?? 0) * 1.2);
    });
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(receiver.received).toHaveLength(8);
    for (const { headers, body } of receiver.received) {
      const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
      const signed = new Webhook(secret).sign(headers["webhook-id"] ?? "", at, body);
      expect(headers["webhook-signature"]).toBe(signed);
    }
    expect(await onlyOwedBy(channelId)).toMatchObject({
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
    if (answer) receiver.answerWith(answer);
    const url = answer ? receiver.url : `http://127.0.0.1:${await closedPort()}/`;
    const { channelId } = await makeChannel(url);
    await happen();
    await sender.drain(channelId);
    const delivery = await onlyOwedBy(channelId);
    expect(delivery).toMatchObject({ state: "PENDING", attemptCount: 1 });
    expect(delivery.attempts[0]?.error?.split(":")[0] ?? null).toBe(reason);
    expect((await channelRow(channelId)).failingSince).not.toBeNull();
    receiver.answerWith(answerWhole(204, {}, ""));
    await database()
      .platform.orm.update(notificationChannels)
      .set({ url: receiver.url })
      .where(eq(notificationChannels.id, channelId));
    await passUntilNextTry(channelId);
    expect(await onlyOwedBy(channelId)).toMatchObject({ state: "DELIVERED", attemptCount: 2 });
    expect(await channelRow(channelId)).toMatchObject({ failingSince: null, failureStreak: 0 });
  });

  it("to one that answers 10 MB is delivered, and little of it is kept", async () => {
    receiver.answerWith(answerHuge(10_000_000));
    const { channelId } = await makeChannel();
    await happen();
    await sender.drain(channelId);
    const { state, attempts } = await onlyOwedBy(channelId);
    expect(state).toBe("DELIVERED");
    expect(attempts[0]?.responseBody).toHaveLength(8_192);
  });

  it("keeps any bytes of an answer as text", async () => {
    receiver.answerWith(answerWhole(500, { "X-Odd": "a" }, "\0\u{1F6A2}\u0007"));
    const { channelId } = await makeChannel();
    await happen();
    await sender.drain(channelId);
    const { attempts } = await onlyOwedBy(channelId);
    expect(attempts[0]).toMatchObject({
      responseBody: "\uFFFD\u{1F6A2}\u0007",
      responseHeaders: { "x-odd": "a" },
    });
  });

  it.each([
    ["seconds", () => "600"],
    ["a date", () => new Date(Date.now() + 601_000).toUTCString()],
  ])("waits as long as Retry-After asks for in %s, and so do its neighbours", async (_, retryAfter) => {
    receiver.answerWith(answerWhole(429, { "Retry-After": retryAfter() }));
    const { channelId } = await makeChannel();
    await happen();
    await sender.drain(channelId);
    const waitMs = ((await onlyOwedBy(channelId)).nextAttemptAt?.getTime() ?? 0) - senderNow().getTime();
    expect(waitMs).toBeGreaterThanOrEqual(600_000 - SLACK_MS);
    expect(waitMs).toBeLessThan(602_000);
    await happen();
    pass(580_000);
    await sender.drain(channelId);
    expect(receiver.received).toHaveLength(1);
    receiver.answerWith(answerWhole(200));
    pass(25_000);
    await sender.drain(channelId);
    expect((await owedBy(channelId)).map(({ state }) => state)).toEqual(["DELIVERED", "DELIVERED"]);
  });

  it("waits for an earlier one of the same object, while other objects go ahead", async () => {
    receiver.answerWith(answerWhole(500));
    const { channelId } = await makeChannel();
    const subject = await happen(undefined, "first");
    await sender.drain(channelId);
    receiver.answerWith(answerWhole(200));
    receiver.received.length = 0;
    await happen(subject, "second");
    await happen(undefined, "another");
    await sender.drain(channelId);
    const names = () => receiver.received.map(({ body }) => JSON.parse(body).data.name);
    expect(names()).toEqual(["another"]);
    pass(8_000);
    await sender.drain(channelId);
    expect(names()).toEqual(["another", "first", "second"]);
    const sequences = receiver.received.slice(1).map(({ body }) => Number(JSON.parse(body).sequence));
    expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
  });
});

describe("a channel", () => {
  it("is disabled by 410, with what it is owed parked and the Super Admins told", async () => {
    receiver.answerWith(answerWhole(410));
    const { channelId } = await makeChannel();
    await happen();
    await sender.drain(channelId);
    await happen();
    expect((await owedBy(channelId)).map(({ state }) => state)).toEqual(["PARKED", "PARKED"]);
    expect((await channelRow(channelId)).disabledReason).toContain("410");
    const told = await database().platform.orm.select().from(notices);
    expect(told.filter(({ path }) => path.endsWith(channelId))).toMatchObject([{ kind: "CHANNEL_FAILING" }]);
  });

  it("is warned of at half and at nine tenths of five days, and disabled after them", async () => {
    receiver.answerWith(answerWhole(500));
    const { channelId } = await makeChannel();
    const told: number[] = [];
    for (const days of [0, 2.4, 2.6, 4, 4.6, 4.9, 5.1]) {
      ahead = days * 86_400_000;
      await happen();
      await sender.drain(channelId);
      const rows = await database().platform.orm.select().from(notices);
      told.push(rows.filter(({ path }) => path.endsWith(channelId)).length);
    }
    expect(told).toEqual([0, 0, 1, 1, 2, 2, 3]);
    expect((await channelRow(channelId)).disabledReason).toContain("five days");
    expect(new Set((await owedBy(channelId)).map(({ state }) => state))).toEqual(new Set(["PARKED"]));
  });

  it("that fails again and again is tried one by one, with pauses", async () => {
    receiver.answerWith(answerWhole(500));
    const { channelId } = await makeChannel();
    for (let count = 0; count < 30; count += 1) await happen();
    await sender.drain(channelId);
    expect(receiver.received.length).toBeLessThan(20);
    const calls = receiver.received.length;
    await sender.drain(channelId);
    expect(receiver.received).toHaveLength(calls);
    expect((await channelRow(channelId)).holdUntil?.getTime()).toBeGreaterThan(senderNow().getTime());
  });

  it("signs with both secrets during a rotation, and with the new one alone a day later", async () => {
    const { channelId, secret: old } = await makeChannel();
    const { secret: next } = await rotateSecret(admin, channelId);
    await happen();
    await sender.drain(channelId);
    const [during] = receiver.received;
    for (const secret of [old, next]) new Webhook(secret).verify(during?.body ?? "", during?.headers ?? {});
    pass(25 * 3_600_000);
    await happen();
    await sender.drain(channelId);
    expect(receiver.received[1]?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  });

  it("collects while it is paused, and a person decides what becomes of it", async () => {
    const { channelId } = await makeChannel();
    await pauseChannel(admin, channelId);
    const subject = await happen(undefined, "old");
    await happen(subject, "new");
    await happen(undefined, "single");
    await sender.drain(channelId);
    expect(receiver.received).toHaveLength(0);
    await expect(settleParked(admin, { channelId, fate: "SEND_ALL" })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await resumeChannel(admin, channelId);
    expect(await settleParked(admin, { channelId, fate: "SEND_NEWEST" })).toEqual({ sent: 2, dropped: 1 });
    await sender.drain(channelId);
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.name).sort()).toEqual(["new", "single"]);
    expect((await owedBy(channelId)).map(({ state }) => state).sort()).toEqual([
      "DELIVERED",
      "DELIVERED",
      "DROPPED",
    ]);
  });

  it("can be tested while it is closed, once, without an effect on its health", async () => {
    receiver.answerWith(answerWhole(500));
    const { channelId } = await makeChannel();
    await pauseChannel(admin, channelId);
    const { deliveryId } = await testChannel(admin, channelId);
    await sender.drain(channelId);
    const detail = await getDelivery(admin, deliveryId);
    expect(detail).toMatchObject({ state: "DEAD", isTest: true, type: "channel.test", attemptCount: 1 });
    expect(detail.requestBody).toBe(receiver.received[0]?.body);
    expect(detail.attempts[0]).toMatchObject({
      responseStatus: 500,
      responseBody: "ok",
      requestUrl: receiver.url,
    });
    expect((await channelRow(channelId)).failingSince).toBeNull();
  });

  it("sends again what was given up, under the same id", async () => {
    const { channelId } = await makeChannel();
    await happen();
    await sender.drain(channelId);
    const { id, eventId } = await onlyOwedBy(channelId);
    await redeliver(admin, id);
    await sender.drain(channelId);
    await database().platform.orm.update(deliveries).set({ state: "DEAD" }).where(eq(deliveries.id, id));
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await redeliverFailed(admin, { channelId, since })).toEqual({ count: 1 });
    await sender.drain(channelId);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([
      eventId,
      eventId,
      eventId,
    ]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await redeliverFailed(admin, { channelId, since: later })).toEqual({ count: 0 });
  });

  it("does not wait for another that hangs", async () => {
    receiver.answerWith(hang);
    const quick = await startReceiver(answerWhole(200));
    const [slow, fast] = [await makeChannel(), await makeChannel(quick.url)];
    for (let count = 0; count < 20; count += 1) await happen();
    const draining = sender.drain(slow.channelId);
    const startedAt = Date.now();
    await sender.drain(fast.channelId);
    expect(quick.received).toHaveLength(20);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    await draining;
    expect((await listChannels(admin)).find(({ id }) => id === fast.channelId)).toMatchObject({
      state: "ACTIVE",
      owed: { pending: 0, parked: 0, dead: 0 },
      lastDay: { delivered: 20, failedTries: 0 },
    });
    await quick.close();
  });
});
