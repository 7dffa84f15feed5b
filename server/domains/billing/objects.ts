import { and, arrayOverlaps, eq, inArray, or, sql } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { billingObjects } from "@/db/schema/index.ts";
import type { PaymentProvider } from "@/shared/vocabulary.ts";
import { mergeStates } from "./merge-states.ts";
import type { ObjectState } from "./parsing/parsed-event.ts";

export type BillingObject = typeof billingObjects.$inferSelect;

/** Far more objects than any payment has; longer chains of links are cut here. */
const MAX_OBJECTS = 200;

/**
 * Advisory lock per provider, held until the transaction ends, so that its events apply one at a time. Nothing smaller
 * can be locked: which objects belong together is known only after reading them.
 */
export async function lockProvider(tx: Transaction, provider: PaymentProvider): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing ${provider}`}, 0))`);
}

/**
 * Stores an object state, merged with the known ones (`mergeStates`); links of all states are merged too.
 * @returns whether the event's state is the newest
 */
export async function upsertObject(
  tx: Transaction,
  provider: PaymentProvider,
  objectState: ObjectState,
  assignedTo: string | null,
): Promise<boolean> {
  const key = and(eq(billingObjects.provider, provider), eq(billingObjects.objectId, objectState.objectId));
  const [known] = await tx.select().from(billingObjects).where(key);
  const merged = known ? mergeStates(known, objectState) : objectState;
  const { facts, subscriptionRef, stateAt, progress, eventId } = merged;
  const values = {
    kind: facts.kind,
    facts,
    stateAt,
    progress,
    eventId,
    subscriptionRef,
    links: [...new Set([...(known?.links ?? []), ...objectState.links])],
    assignedTo: assignedTo ?? known?.assignedTo ?? null,
  };
  if (known) await tx.update(billingObjects).set(values).where(key);
  else await tx.insert(billingObjects).values({ provider, objectId: objectState.objectId, ...values });
  return eventId === objectState.eventId;
}

/** Objects that links connect to any of these, in both directions, transitively. */
export async function findLinkedObjects(
  tx: Reader,
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

/** Objects of a subscription, itself included. */
export function findSubscriptionObjects(
  tx: Reader,
  provider: PaymentProvider,
  subscriptionRef: string,
): Promise<BillingObject[]> {
  return tx
    .select()
    .from(billingObjects)
    .where(and(eq(billingObjects.provider, provider), eq(billingObjects.subscriptionRef, subscriptionRef)))
    .orderBy(billingObjects.objectId);
}

/** Tenant of the objects: an assignment by a Super Admin first, then the object of the highest weight that names one. */
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

const weightOf = (facts: BillingObject["facts"]): number =>
  facts.kind === "SUBSCRIPTION" ? 100 : facts.kind === "PAYMENT" ? facts.weight : 0;
