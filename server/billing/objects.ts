import { and, arrayOverlaps, eq, inArray, or, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { billingObjects } from "@/db/schema/index.ts";
import type { PaymentProvider } from "@/db/schema/vocabulary.ts";
import { isNewer, type ObjectState } from "./parsing/parsed-event.ts";

export type BillingObject = typeof billingObjects.$inferSelect;

/** Far more objects than any payment has; a chain of links beyond it is not followed. */
const MAX_OBJECTS = 200;

/**
 * Lets one event of a provider take effect at a time, until the transaction ends: which objects belong together is only
 * known once they are read, so there is nothing smaller to lock.
 */
export async function lockProvider(tx: Transaction, provider: PaymentProvider): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing ${provider}`}, 0))`);
}

/**
 * Keeps the state of an object if it is the newest known; links are gathered from all events.
 * @returns whether it is the newest, now or since it was kept before
 */
export async function upsertObject(
  tx: Transaction,
  provider: PaymentProvider,
  reading: ObjectState,
  assignedTo: string | null,
): Promise<boolean> {
  const key = and(eq(billingObjects.provider, provider), eq(billingObjects.objectId, reading.objectId));
  const [known] = await tx.select().from(billingObjects).where(key);
  const { facts, links, subscriptionRef, stateAt, progress, eventId, objectId } = reading;
  const state = { kind: facts.kind, facts, stateAt, progress, eventId };
  if (!known) {
    await tx
      .insert(billingObjects)
      .values({ provider, objectId, ...state, links: [...new Set(links)], subscriptionRef, assignedTo });
    return true;
  }
  const isNewest = known.eventId === eventId || isNewer(reading, known);
  await tx
    .update(billingObjects)
    .set({
      ...(isNewest && state),
      links: [...new Set([...known.links, ...links])],
      subscriptionRef: (isNewest ? subscriptionRef : null) ?? known.subscriptionRef ?? subscriptionRef,
      assignedTo: assignedTo ?? known.assignedTo,
    })
    .where(key);
  return isNewest;
}

/** All objects that links tie to any of these, in either direction and over any number of steps. */
export async function findLinkedObjects(
  tx: Transaction,
  provider: PaymentProvider,
  objectIds: readonly string[],
): Promise<BillingObject[]> {
  const reached = new Set(objectIds);
  for (;;) {
    const ids = [...reached];
    const found = await tx
      .select()
      .from(billingObjects)
      .where(
        and(
          eq(billingObjects.provider, provider),
          or(inArray(billingObjects.objectId, ids), arrayOverlaps(billingObjects.links, ids)),
        ),
      )
      .orderBy(billingObjects.objectId)
      .limit(MAX_OBJECTS);
    for (const { objectId, links } of found) for (const id of [objectId, ...links]) reached.add(id);
    if (reached.size === ids.length || reached.size > MAX_OBJECTS) return found;
  }
}

/** All objects that belong to a subscription, itself included. */
export function findSubscriptionObjects(
  tx: Transaction,
  provider: PaymentProvider,
  subscriptionRef: string,
): Promise<BillingObject[]> {
  return tx
    .select()
    .from(billingObjects)
    .where(and(eq(billingObjects.provider, provider), eq(billingObjects.subscriptionRef, subscriptionRef)))
    .orderBy(billingObjects.objectId);
}

/** The tenant that objects name, the weightiest first; what a Super Admin assigned comes before all. */
export function findTenantId(objects: readonly BillingObject[]): string | null {
  const assigned = objects.find(({ assignedTo }) => assignedTo)?.assignedTo;
  if (assigned) return assigned;
  const naming = objects.flatMap(({ facts, objectId }) =>
    "tenantId" in facts && facts.tenantId
      ? [{ tenantId: facts.tenantId, weight: weightOf(facts), objectId }]
      : [],
  );
  naming.sort((one, other) => other.weight - one.weight || (one.objectId < other.objectId ? -1 : 1));
  return naming[0]?.tenantId ?? null;
}

/** A subscription's own word on its tenant counts most, then that of its payments by their weight. */
const weightOf = (facts: BillingObject["facts"]): number =>
  facts.kind === "SUBSCRIPTION" ? 100 : facts.kind === "PAYMENT" ? facts.weight : 0;
