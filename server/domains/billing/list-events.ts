import { and, arrayOverlaps, count, desc, eq, getTableColumns, inArray } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { billingEvents, tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { olderThan, pageOf } from "@/server/core/pagination.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import type { BillingEventState } from "@/shared/vocabulary.ts";
import type { BillingEvent } from "./apply.ts";
import type { ListBillingEvents } from "./input.ts";
import { findLinkedObjects, findSubscriptionObjects } from "./objects.ts";

const MAX_TIMELINE_EVENTS = 100;

const { payload: _payload, headers: _headers, ...LISTED } = getTableColumns(billingEvents);
const SELECTED = { ...LISTED, tenant: { slug: tenants.slug, name: tenants.name } };

/** Billing event in a list, without payload and headers. */
export type BillingEventView = Omit<BillingEvent, "payload" | "headers"> & {
  tenant: { slug: string; name: string } | null;
};

export interface BillingEventDetail extends BillingEventView {
  payload: string;
  headers: Record<string, string>;
  /** Events of the same subscription or payment, oldest first, at most `MAX_TIMELINE_EVENTS`. */
  timeline: BillingEventView[];
}

/** One page of billing events, last received first. For Super Admins. */
export async function listEvents(
  ctx: Context,
  input: ListBillingEvents,
): Promise<{ events: BillingEventView[]; nextCursor: string | null }> {
  const admin = requireSuperAdmin(ctx);
  const where = and(
    input.state.length > 0 ? inArray(billingEvents.state, input.state) : undefined,
    input.provider.length > 0 ? inArray(billingEvents.provider, input.provider) : undefined,
    olderThan(input.cursor, billingEvents.receivedAt, billingEvents.id),
  );
  const rows = await read(admin, (tx) =>
    selectEvents(tx)
      .where(where)
      .orderBy(desc(billingEvents.receivedAt), desc(billingEvents.id))
      .limit(input.limit + 1),
  );
  const { shown, nextCursor } = pageOf(rows, input.limit, ({ receivedAt, id }) => [receivedAt, id]);
  return { events: shown, nextCursor };
}

/**
 * One event with payload, headers and timeline. For Super Admins.
 * @throws AppError `NOT_FOUND`
 */
export async function getEvent(ctx: Context, eventId: string): Promise<BillingEventDetail> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const [event] = await tx
      .select({ ...SELECTED, payload: billingEvents.payload, headers: billingEvents.headers })
      .from(billingEvents)
      .leftJoin(tenants, eq(tenants.id, billingEvents.tenantId))
      .where(eq(billingEvents.id, eventId));
    if (!event) throw notFound("billing event");
    return {
      ...event,
      headers: event.headers as Record<string, string>,
      timeline: await listTimeline(tx, event),
    };
  });
}

/** Counts of unresolved events by state. For Super Admins. */
export async function countUnresolvedEvents(
  ctx: Context,
): Promise<Partial<Record<BillingEventState, number>>> {
  const rows = await read(requireSuperAdmin(ctx), (tx) =>
    tx
      .select({ state: billingEvents.state, events: count() })
      .from(billingEvents)
      .where(inArray(billingEvents.state, ["FAILED", "WAITING", "RECEIVED"]))
      .groupBy(billingEvents.state),
  );
  return Object.fromEntries(rows.map(({ state, events }) => [state, events]));
}

const selectEvents = (tx: Reader) =>
  tx
    .select(SELECTED)
    .from(billingEvents)
    .leftJoin(tenants, eq(tenants.id, billingEvents.tenantId))
    .$dynamic();

async function listTimeline(
  tx: Reader,
  { provider, objectIds }: Pick<BillingEvent, "provider" | "objectIds">,
): Promise<BillingEventView[]> {
  if (objectIds.length === 0) return [];
  const group = await findLinkedObjects(tx, provider, objectIds);
  const ids = new Set([...objectIds, ...group.map(({ objectId }) => objectId)]);
  for (const { subscriptionRef } of group) {
    if (!subscriptionRef) continue;
    ids.add(subscriptionRef);
    for (const { objectId } of await findSubscriptionObjects(tx, provider, subscriptionRef))
      ids.add(objectId);
  }
  const latest = await selectEvents(tx)
    .where(and(eq(billingEvents.provider, provider), arrayOverlaps(billingEvents.objectIds, [...ids])))
    .orderBy(desc(billingEvents.occurredAt), desc(billingEvents.receivedAt))
    .limit(MAX_TIMELINE_EVENTS);
  return latest.reverse();
}
