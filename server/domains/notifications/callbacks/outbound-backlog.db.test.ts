import { eq, inArray } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { auditLog, domainEvents, mails } from "@/db/schema/index.ts";
import {
  createTestChannel,
  deliveriesOf,
  recordTestEvent,
  setUpCallbacks,
} from "@/e2e/support/callback-fixture.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { startDispatcher } from "./dispatcher.ts";
import { dropBacklog, releaseBacklog } from "./outbound-backlog.ts";
import { senderSettings } from "./sender.ts";

setUpPlatform();
const fixture = setUpCallbacks();
const orm = () => database().systemDb.orm;
const RESTORED_AT = new Date("2026-01-15T12:00:00Z");
const OLDER = new Date("2026-01-15T11:00:00Z");

afterEach(() => completeEnv({ OUTBOUND: "send" }));

/** A channel with a delivery from before the restore and one from after it, and two mails alike. */
async function storeBacklog() {
  const { channelId } = await createTestChannel(fixture);
  const subjects = [await recordTestEvent(), await recordTestEvent()];
  await orm()
    .update(domainEvents)
    .set({ occurredAt: OLDER })
    .where(eq(domainEvents.subjectId, subjects[0] ?? ""));
  const rows = [OLDER, new Date()].map((createdAt) => {
    const id = systemContext("test").newId();
    const content = {
      kind: "SECURITY" as const,
      subject: "Notice",
      toAddress: `${id}@acme.test`,
      text: "A notice",
    };
    return { id, eventKey: id, createdAt, ...content };
  });
  await orm().insert(mails).values(rows);
  const statesOfMails = async () =>
    (
      await orm()
        .select()
        .from(mails)
        .where(
          inArray(
            mails.id,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(mails.createdAt)
    ).map(({ state }) => state);
  const statesOfDeliveries = async () => (await deliveriesOf(channelId)).map(({ state }) => state);
  const audited = async (subjectId: string) =>
    (await orm().select().from(auditLog).where(eq(auditLog.subjectId, subjectId))).map(
      ({ action }) => action,
    );
  return { channelId, olderMailId: rows[0]?.id ?? "", statesOfMails, statesOfDeliveries, audited };
}

it("is dropped up to the restore, with an audit row for each channel and mail", async () => {
  const backlog = await storeBacklog();
  expect(await dropBacklog(systemContext("test"), RESTORED_AT)).toEqual({ deliveries: 1, mails: 1 });
  expect(await backlog.statesOfDeliveries()).toEqual(["DROPPED", "PENDING"]);
  expect(await backlog.statesOfMails()).toEqual(["DISMISSED", "QUEUED"]);
  expect(await backlog.audited(backlog.channelId)).toContain("channel.drop_held");
  expect(await backlog.audited(backlog.olderMailId)).toEqual(["mail.dismiss"]);
  expect(fixture.receiver.received).toHaveLength(0);
  expect(await dropBacklog(systemContext("test"), RESTORED_AT)).toEqual({ deliveries: 0, mails: 0 });
});

it("is sent up to the restore, even while it is held", async () => {
  completeEnv({ OUTBOUND: "hold" });
  const backlog = await storeBacklog();
  const released = await releaseBacklog(systemContext("test"), RESTORED_AT, senderSettings());
  expect(released).toEqual({ deliveries: 1, mails: 1 });
  expect(await backlog.statesOfDeliveries()).toEqual(["DELIVERED", "PENDING"]);
  expect(await backlog.statesOfMails()).toEqual(["SENT", "QUEUED"]);
  expect(await backlog.audited(backlog.channelId)).toContain("channel.release_held");
  expect(await backlog.audited(backlog.olderMailId)).toEqual(["mail.release_held"]);
  expect(fixture.receiver.received).toHaveLength(1);
});

it("grows while the dispatcher runs with OUTBOUND=hold", async () => {
  completeEnv({ OUTBOUND: "hold" });
  const { channelId } = await createTestChannel(fixture);
  const dispatcher = startDispatcher();
  // The second delivery shows that the dispatcher has looked for due ones since the first.
  for (const expected of [1, 2]) {
    await withTransaction(systemContext("test"), ({ open: { tx } }) => {
      const subjectId = systemContext("test").newId();
      const data = { userId: subjectId, name: "A user" };
      return recordEvent(tx, systemContext("test"), {
        type: "security.user_disabled",
        tenantId: null,
        subjectId,
        data,
      });
    });
    await expect.poll(async () => (await deliveriesOf(channelId)).length).toBe(expected);
  }
  await dispatcher.stop();
  expect(fixture.receiver.received).toHaveLength(0);
  expect((await deliveriesOf(channelId)).map(({ state }) => state)).toEqual(["PENDING", "PENDING"]);
});
