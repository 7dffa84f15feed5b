import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { deliveries, notices } from "@/db/schema/index.ts";
import {
  channelRow,
  createTestChannel,
  deliveriesOf,
  onlyDeliveryOf,
  recordTestEvent,
  senderNow,
  setUpCallbacks,
} from "@/e2e/support/callback-fixture.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { startReceiver } from "@/e2e/support/receivers/receiver.ts";
import { neverRespond, respondWith } from "@/e2e/support/receivers/responders.ts";
import { database } from "@/server/core/context.ts";
import { pauseChannel, resumeChannel, rotateSecret, testChannel } from "./channels.ts";
import { listChannels } from "./list-channels.ts";
import { getDelivery } from "./list-deliveries.ts";
import { redeliver, redeliverFailed, resolveParked } from "./redelivery.ts";

setUpPlatform();
const fixture = setUpCallbacks();

describe("a channel", () => {
  it("is disabled by 410: pending deliveries are parked and Super Admins notified", async () => {
    fixture.receiver.setResponder(respondWith(410));
    const { channelId } = await createTestChannel(fixture);
    await recordTestEvent();
    await fixture.sender.drain(channelId);
    await recordTestEvent();
    expect((await deliveriesOf(channelId)).map(({ state }) => state)).toEqual(["PARKED", "PARKED"]);
    expect((await channelRow(channelId)).disabledReason).toContain("410");
    const sent = await database().systemDb.orm.select().from(notices);
    expect(sent.filter(({ path }) => path.endsWith(channelId))).toMatchObject([{ kind: "CHANNEL_FAILING" }]);
  });

  it("is reported after half and nine tenths of five days, and disabled after five days", async () => {
    fixture.receiver.setResponder(respondWith(500));
    const { channelId } = await createTestChannel(fixture);
    const sent: number[] = [];
    for (const days of [0, 2.4, 2.6, 4, 4.6, 4.9, 5.1]) {
      fixture.clockOffsetMs = days * 86_400_000;
      await recordTestEvent();
      await fixture.sender.drain(channelId);
      const rows = await database().systemDb.orm.select().from(notices);
      sent.push(rows.filter(({ path }) => path.endsWith(channelId)).length);
    }
    expect(sent).toEqual([0, 0, 1, 1, 2, 2, 3]);
    expect((await channelRow(channelId)).disabledReason).toContain("5 days");
    expect(new Set((await deliveriesOf(channelId)).map(({ state }) => state))).toEqual(new Set(["PARKED"]));
  });

  it("that keeps failing is sent one delivery at a time, with backoff", async () => {
    fixture.receiver.setResponder(respondWith(500));
    const { channelId } = await createTestChannel(fixture);
    for (let count = 0; count < 30; count += 1) await recordTestEvent();
    await fixture.sender.drain(channelId);
    expect(fixture.receiver.received.length).toBeLessThan(20);
    const calls = fixture.receiver.received.length;
    await fixture.sender.drain(channelId);
    expect(fixture.receiver.received).toHaveLength(calls);
    expect((await channelRow(channelId)).holdUntil?.getTime()).toBeGreaterThan(senderNow(fixture).getTime());
  });

  it("signs with both secrets during a rotation, and only with the new one a day later", async () => {
    const { channelId, secret: old } = await createTestChannel(fixture);
    const { secret: next } = await rotateSecret(fixture.admin, channelId);
    await recordTestEvent();
    await fixture.sender.drain(channelId);
    const [during] = fixture.receiver.received;
    for (const secret of [old, next]) new Webhook(secret).verify(during?.body ?? "", during?.headers ?? {});
    fixture.clockOffsetMs += 25 * 3_600_000;
    await recordTestEvent();
    await fixture.sender.drain(channelId);
    expect(fixture.receiver.received[1]?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  });

  it("parks deliveries while paused, until they are resolved", async () => {
    const { channelId } = await createTestChannel(fixture);
    await pauseChannel(fixture.admin, channelId);
    const subject = await recordTestEvent(undefined, "old");
    await recordTestEvent(subject, "new");
    await recordTestEvent(undefined, "single");
    await fixture.sender.drain(channelId);
    expect(fixture.receiver.received).toHaveLength(0);
    await expect(resolveParked(fixture.admin, { channelId, action: "SEND_ALL" })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await resumeChannel(fixture.admin, channelId);
    expect(await resolveParked(fixture.admin, { channelId, action: "SEND_NEWEST" })).toEqual({
      sent: 2,
      dropped: 1,
    });
    await fixture.sender.drain(channelId);
    expect(fixture.receiver.received.map(({ body }) => JSON.parse(body).data.name).sort()).toEqual([
      "new",
      "single",
    ]);
    expect((await deliveriesOf(channelId)).map(({ state }) => state).sort()).toEqual([
      "DELIVERED",
      "DELIVERED",
      "DROPPED",
    ]);
  });

  it("can be tested while closed, with one attempt and no effect on its health", async () => {
    fixture.receiver.setResponder(respondWith(500));
    const { channelId } = await createTestChannel(fixture);
    await pauseChannel(fixture.admin, channelId);
    const { deliveryId } = await testChannel(fixture.admin, channelId);
    await fixture.sender.drain(channelId);
    const detail = await getDelivery(fixture.admin, deliveryId);
    expect(detail).toMatchObject({ state: "DEAD", isTest: true, type: "channel.test", attemptCount: 1 });
    expect(detail.requestBody).toBe(fixture.receiver.received[0]?.body);
    expect(detail.attempts[0]).toMatchObject({
      responseStatus: 500,
      responseBody: "ok",
      requestUrl: fixture.receiver.url,
    });
    expect((await channelRow(channelId)).failingSince).toBeNull();
  });

  it("redelivers dead deliveries under the same id", async () => {
    const { channelId } = await createTestChannel(fixture);
    await recordTestEvent();
    await fixture.sender.drain(channelId);
    const { id, eventId } = await onlyDeliveryOf(channelId);
    await redeliver(fixture.admin, id);
    await fixture.sender.drain(channelId);
    await database().systemDb.orm.update(deliveries).set({ state: "DEAD" }).where(eq(deliveries.id, id));
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await redeliverFailed(fixture.admin, { channelId, since })).toEqual({ count: 1 });
    await fixture.sender.drain(channelId);
    expect(fixture.receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([
      eventId,
      eventId,
      eventId,
    ]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await redeliverFailed(fixture.admin, { channelId, since: later })).toEqual({ count: 0 });
  });

  it("is not delayed by another that hangs", async () => {
    fixture.receiver.setResponder(neverRespond);
    const quick = await startReceiver(respondWith(200));
    const [slow, fast] = [await createTestChannel(fixture), await createTestChannel(fixture, quick.url)];
    for (let count = 0; count < 20; count += 1) await recordTestEvent();
    const draining = fixture.sender.drain(slow.channelId);
    const startedAt = Date.now();
    await fixture.sender.drain(fast.channelId);
    expect(quick.received).toHaveLength(20);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    await draining;
    expect((await listChannels(fixture.admin)).find(({ id }) => id === fast.channelId)).toMatchObject({
      state: "ACTIVE",
      backlog: { pending: 0, parked: 0, dead: 0 },
      lastDay: { delivered: 20, failedAttempts: 0 },
    });
    await quick.close();
  });
});
