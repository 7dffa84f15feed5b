import { and, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import { createUser } from "@/db/factories.ts";
import {
  auditLog,
  deliveries,
  deliveryAttempts,
  domainEvents,
  notices,
  notificationChannels,
} from "@/db/schema/index.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import type { DeliveryState } from "@/shared/vocabulary.ts";
import { purgeEvents } from "./purge.ts";

setUpPlatform();

const DAY_MS = 86_400_000;

/** Event of `days` ago with a delivery, an attempt and a notice. */
async function keepEvent(daysAgo: number, state: DeliveryState, isDispatched = true): Promise<string> {
  const { orm } = database().systemDb;
  const [eventId, channelId, deliveryId] = [uuidv7(), uuidv7(), uuidv7()];
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  const { id: userId } = await createUser(orm);
  await orm
    .insert(notificationChannels)
    .values({ id: channelId, name: "C", url: "https://a.example", secret: "s" });
  const [event] = await orm
    .insert(domainEvents)
    .values({
      id: eventId,
      type: "security.user_disabled",
      subjectId: userId,
      data: { userId, name: "Ada" },
      occurredAt: at,
      dispatchedAt: isDispatched ? at : null,
    })
    .returning();
  await orm.insert(deliveries).values({
    id: deliveryId,
    channelId,
    eventId,
    subjectId: userId,
    sequence: event?.sequence ?? 0n,
    state,
    nextAttemptAt: state === "PENDING" ? at : null,
    createdAt: at,
  });
  await orm
    .insert(deliveryAttempts)
    .values({ id: uuidv7(), deliveryId, number: 1, succeeded: false, durationMs: 5, attemptedAt: at });
  await orm
    .insert(notices)
    .values({ id: uuidv7(), userId, eventId, kind: "BUILD_FAILED", title: "T", path: "/", createdAt: at });
  return eventId;
}

describe("purgeEvents", () => {
  it("deletes old events without open deliveries, with their rows, and nothing else", async () => {
    const { orm } = database().systemDb;
    for (const state of ["DELIVERED", "DEAD", "DROPPED"] as const) await keepEvent(100, state);
    const kept = [
      await keepEvent(100, "PENDING"),
      await keepEvent(80, "PARKED"),
      await keepEvent(100, "DELIVERED", false),
      await keepEvent(80, "DELIVERED"),
    ];
    const { id: userId } = await createUser(orm);
    await orm.insert(notices).values(
      [100, 80].map((days) => ({
        id: uuidv7(),
        userId,
        kind: "CHANNEL_FAILING" as const,
        title: `of ${days} days ago`,
        path: "/",
        createdAt: new Date(Date.now() - days * DAY_MS),
      })),
    );

    await purgeEvents(systemContext("test"));

    const events = await orm.select({ id: domainEvents.id }).from(domainEvents);
    expect(events.map(({ id }) => id).sort()).toEqual([...kept].sort());
    expect(await orm.$count(deliveries)).toBe(4);
    expect(await orm.$count(deliveryAttempts)).toBe(4);
    const remaining = await orm.select({ title: notices.title, eventId: notices.eventId }).from(notices);
    expect(remaining).toHaveLength(5);
    expect(remaining.filter(({ eventId }) => eventId === null)).toEqual([
      { title: "of 80 days ago", eventId: null },
    ]);
    await purgeEvents(systemContext("test"));
    expect(await orm.$count(domainEvents)).toBe(4);
  });

  it("drops old parked deliveries with an audit row of their endpoint, and then purges their event", async () => {
    const { orm } = database().systemDb;
    const eventId = await keepEvent(100, "PARKED");
    const [delivery] = await orm.select().from(deliveries).where(eq(deliveries.eventId, eventId));
    await purgeEvents(systemContext("test"));
    expect(await orm.$count(domainEvents, eq(domainEvents.id, eventId))).toBe(0);
    const ofChannel = eq(auditLog.subjectId, delivery?.channelId ?? "");
    const rows = await orm
      .select()
      .from(auditLog)
      .where(and(ofChannel, eq(auditLog.actorKind, "system")));
    expect(rows).toMatchObject([{ action: "channel.settle_parked", after: { action: "DROP", dropped: 1 } }]);
    await purgeEvents(systemContext("test"));
    expect(await orm.$count(auditLog, ofChannel)).toBe(1);
  });
});
