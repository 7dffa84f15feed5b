import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { subscriptions } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import type { PaymentProvider } from "@/shared/vocabulary.ts";
import { type BillingObject, findSubscriptionObjects, findTenantId } from "./objects.ts";
import { isNewer } from "./parsing/parsed-event.ts";
import { diffRow, type RowDiff } from "./row-diff.ts";

export interface SubscriptionProjection {
  /** False while the tenant is unknown. */
  isResolved: boolean;
  tenantId: string | null;
  changes: RowDiff[];
  /** Objects of payments that take the subscription or its tenant over from this projection. */
  paymentObjectIds: string[];
}

/** Subscription projection: derives the row of a subscription from the newest states of its objects. */
export async function projectSubscription(
  tx: Transaction,
  ctx: Context,
  provider: PaymentProvider,
  providerSubscriptionId: string,
): Promise<SubscriptionProjection> {
  const objects = await findSubscriptionObjects(tx, provider, providerSubscriptionId);
  const key = and(
    eq(subscriptions.provider, provider),
    eq(subscriptions.providerSubscriptionId, providerSubscriptionId),
  );
  const [before] = await tx.select().from(subscriptions).where(key);
  const tenantId = findTenantId(objects) ?? before?.tenantId ?? null;
  const subscription = objects.find(({ facts }) => facts.kind === "SUBSCRIPTION");
  if (subscription?.facts.kind !== "SUBSCRIPTION")
    return { isResolved: true, tenantId, changes: [], paymentObjectIds: [] };
  const { facts, stateAt } = subscription;
  if (facts.status === null && !facts.hasStarted && !before)
    return { isResolved: true, tenantId, changes: [], paymentObjectIds: [] };
  if (!tenantId) return { isResolved: false, tenantId, changes: [], paymentObjectIds: [] };
  const isCured =
    facts.isCuredByPayment &&
    objects.some(
      (part) => part.facts.kind === "PAYMENT" && part.facts.status === "SUCCEEDED" && part.stateAt > stateAt,
    );
  const paymentObjectIds = objects.flatMap(({ kind, objectId }) => (kind === "SUBSCRIPTION" ? [] : objectId));
  const isPlanDescribed = !facts.describedPlanId || !facts.planId || facts.describedPlanId === facts.planId;
  const values = {
    tenantId,
    plan: (isPlanDescribed ? facts.plan : null) ?? facts.planId ?? "Plan",
    status: facts.status === "PAST_DUE" && isCured ? ("ACTIVE" as const) : (facts.status ?? "EXPIRED"),
    amountMinor:
      isPlanDescribed && facts.amountMinor && !changesNextPayment(objects, facts.periodStart)
        ? BigInt(facts.amountMinor)
        : null,
    currency: facts.currency,
    periodStart: facts.periodStart ? new Date(facts.periodStart) : null,
    periodEnd: facts.periodEnd ? new Date(facts.periodEnd) : null,
    cancelsAtPeriodEnd: facts.endsAt !== null && facts.endsAt <= (facts.periodEnd ?? facts.endsAt),
    endsAt: facts.endsAt ? new Date(facts.endsAt) : null,
    createdAt: new Date(facts.createdAt ?? stateAt),
    stateAt,
  };
  const [after] = before
    ? await tx.update(subscriptions).set(values).where(key).returning()
    : await tx
        .insert(subscriptions)
        .values({ id: ctx.newId(), provider, providerSubscriptionId, ...values })
        .returning();
  return {
    isResolved: true,
    tenantId,
    changes: diffRow("subscriptions", before, after),
    paymentObjectIds: before?.tenantId === tenantId ? [] : paymentObjectIds,
  };
}

/** True if the next payment differs from the price: by a pending invoice item of this period, or by a customer's balance. */
function changesNextPayment(objects: readonly BillingObject[], periodStart: string | null): boolean {
  const hasPendingItem = objects.some(
    ({ facts }) => facts.kind === "LINK" && facts.pendingAt && facts.pendingAt >= (periodStart ?? ""),
  );
  const [invoice] = objects
    .filter(({ facts }) => facts.kind === "PAYMENT" && typeof facts.leavesBalance === "boolean")
    .sort((one, other) => (isNewer(one, other) ? -1 : 1));
  return hasPendingItem || (invoice?.facts.kind === "PAYMENT" && invoice.facts.leavesBalance === true);
}
