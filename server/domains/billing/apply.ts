import { and, arrayOverlaps, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { billingEvents, tenants } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import type { BillingEventState } from "@/shared/vocabulary.ts";
import { recordBillingEvents } from "./domain-events.ts";
import { lockProvider, upsertObject } from "./objects.ts";
import type { ObjectState, ParsedEvent } from "./parsing/parsed-event.ts";
import { type PaymentProjection, projectPayment } from "./payment-projection.ts";
import type { RowDiff } from "./row-diff.ts";
import { projectSubscription } from "./subscription-projection.ts";

export type BillingEvent = typeof billingEvents.$inferSelect;

/** Result of processing an event: its new state, the reason, and the rows that changed. */
export interface ProcessingResult {
  state: BillingEventState;
  reason: string | null;
  tenantId: string | null;
  objectIds: string[];
  changes: RowDiff[];
}

/**
 * Applies a parsed event. Idempotent and independent of arrival order: the event's object states are stored where they
 * are the newest, and the rows of subscriptions, payments and purchases are projected from all stored states. An event
 * without a known tenant stays `WAITING`; the event that makes the tenant known queues it again.
 */
export async function applyEvent(
  tx: Transaction,
  ctx: Context,
  event: BillingEvent,
  parsed: ParsedEvent,
): Promise<ProcessingResult> {
  const unchanged = { tenantId: event.tenantId, objectIds: [], changes: [] };
  if ("ignored" in parsed) return { ...unchanged, state: "IGNORED", reason: parsed.ignored };
  if ("refused" in parsed) return { ...unchanged, state: "FAILED", reason: parsed.refused };
  await lockProvider(tx, event.provider);
  const assigned = event.assignedTo ? [event.assignedTo] : [];
  const namedTenants = parsed.objects.flatMap(({ facts }) =>
    "tenantId" in facts && facts.tenantId ? [facts.tenantId] : [],
  );
  const unknown = assigned.length > 0 ? null : await findUnknownTenant(tx, namedTenants);
  const objectIds = collectObjectIds(parsed.objects);
  if (unknown) {
    return { ...unchanged, objectIds, state: "FAILED", reason: `Workspace ${unknown} does not exist.` };
  }
  let isNewest = false;
  for (const object of parsed.objects) {
    isNewest = (await upsertObject(tx, event.provider, object, event.assignedTo)) || isNewest;
  }
  const projected = await project(tx, ctx, event, parsed.objects);
  await recordBillingEvents(tx, ctx, projected.changes);
  if (projected.isResolved) {
    const related = [...objectIds, ...projected.objectIds];
    await retryWaitingEvents(tx, event, related);
    if (projected.tenantId) await assignTenant(tx, event, related, projected.tenantId);
  }
  return {
    ...resultState(event, projected, isNewest),
    tenantId: projected.tenantId,
    objectIds,
    changes: projected.changes,
  };
}

function resultState(
  event: BillingEvent,
  projected: PaymentProjection,
  isNewest: boolean,
): Pick<ProcessingResult, "state" | "reason"> {
  if (projected.problem) return { state: "FAILED", reason: projected.problem };
  if (!isNewest) return { state: "STALE", reason: "A newer state of the same object was already applied." };
  if (projected.isResolved) return { state: "APPLIED", reason: null };
  return {
    state: "WAITING",
    reason:
      event.type.includes("dispute") || /refund|revers/i.test(event.type)
        ? "Waiting for the payment of this event."
        : "Neither the event nor its related objects name a workspace.",
  };
}

async function project(
  tx: Transaction,
  ctx: Context,
  event: BillingEvent,
  objects: readonly ObjectState[],
): Promise<PaymentProjection> {
  const all: PaymentProjection = {
    isResolved: true,
    tenantId: null,
    objectIds: [],
    changes: [],
    problem: null,
  };
  const refs = new Set(objects.flatMap(({ subscriptionRef }) => subscriptionRef ?? []));
  const parts = objects.filter(({ facts }) => facts.kind !== "SUBSCRIPTION").map(({ objectId }) => objectId);
  const startIds = new Set(parts);
  for (const ref of refs) {
    const { isResolved, tenantId, changes, paymentObjectIds } = await projectSubscription(
      tx,
      ctx,
      event.provider,
      ref,
    );
    const isOwnState = objects.some(({ objectId }) => objectId === ref);
    if (isOwnState) all.isResolved &&= isResolved;
    all.tenantId ??= tenantId;
    all.changes.push(...changes);
    for (const id of paymentObjectIds) startIds.add(id);
  }
  const projected: PaymentProjection[] = [];
  // An event may concern several payments, such as a dispute over two.
  for (const part of startIds) {
    if (projected.some(({ objectIds }) => objectIds.includes(part))) continue;
    projected.push(await projectPayment(tx, ctx, event.provider, part, parts));
  }
  return {
    isResolved: all.isResolved && projected.every(({ isResolved }) => isResolved),
    tenantId: projected.find(({ tenantId }) => tenantId)?.tenantId ?? all.tenantId,
    objectIds: projected.flatMap(({ objectIds }) => objectIds),
    changes: [...all.changes, ...projected.flatMap(({ changes }) => changes)],
    problem: projected.find(({ problem }) => problem)?.problem ?? null,
  };
}

/** Queues waiting events that share an object with this one. */
async function retryWaitingEvents(tx: Transaction, event: BillingEvent, objectIds: string[]): Promise<void> {
  const waiting = await tx
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(
      and(
        eq(billingEvents.provider, event.provider),
        eq(billingEvents.state, "WAITING"),
        ne(billingEvents.id, event.id),
        arrayOverlaps(billingEvents.objectIds, objectIds),
      ),
    );
  for (const { id } of waiting) {
    await enqueue(tx, "process_billing_event", { eventId: id }, { jobKey: processingJobKey(id) });
  }
}

/** Names the tenant in processed events of the same objects that did not know it. */
async function assignTenant(tx: Transaction, event: BillingEvent, objectIds: string[], tenantId: string) {
  await tx
    .update(billingEvents)
    .set({ tenantId })
    .where(
      and(
        eq(billingEvents.provider, event.provider),
        inArray(billingEvents.state, ["APPLIED", "STALE"]),
        isNull(billingEvents.tenantId),
        arrayOverlaps(billingEvents.objectIds, objectIds),
      ),
    );
}

/** Job key of an event: a second job replaces one that is still queued. */
export const processingJobKey = (eventId: string): string => `billing event ${eventId}`;

/** Ids of all objects that the states belong to or link. */
export const collectObjectIds = (objects: readonly ObjectState[]): string[] => [
  ...new Set(
    objects.flatMap(({ objectId, links, subscriptionRef }) => [
      objectId,
      ...links,
      ...(subscriptionRef ? [subscriptionRef] : []),
    ]),
  ),
];

async function findUnknownTenant(tx: Transaction, ids: string[]): Promise<string | null> {
  if (ids.length === 0) return null;
  const found = await tx.select({ id: tenants.id }).from(tenants).where(inArray(tenants.id, ids));
  return ids.find((id) => !found.some((tenant) => tenant.id === id)) ?? null;
}
