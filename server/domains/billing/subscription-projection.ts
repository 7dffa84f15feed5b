import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { payments, subscriptions } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import type { PaymentProvider } from "@/shared/vocabulary.ts";
import { findSubscriptionObjects, findTenantId } from "./objects.ts";
import { diffRow, type RowDiff } from "./row-diff.ts";

export interface SubscriptionProjection {
  /** False while the tenant is unknown. */
  isResolved: boolean;
  tenantId: string | null;
  changes: RowDiff[];
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
  if (subscription?.facts.kind !== "SUBSCRIPTION") return { isResolved: true, tenantId, changes: [] };
  const { facts, stateAt } = subscription;
  if (facts.status === null && !before) return { isResolved: true, tenantId, changes: [] };
  if (!tenantId) return { isResolved: false, tenantId, changes: [] };
  const isCured =
    facts.isCuredByPayment &&
    objects.some(
      (part) => part.facts.kind === "PAYMENT" && part.facts.status === "SUCCEEDED" && part.stateAt > stateAt,
    );
  const values = {
    tenantId,
    plan: facts.plan,
    status: facts.status === "PAST_DUE" && isCured ? ("ACTIVE" as const) : (facts.status ?? "EXPIRED"),
    amountMinor: facts.amountMinor === null ? null : BigInt(facts.amountMinor),
    currency: facts.currency,
    periodStart: facts.periodStart ? new Date(facts.periodStart) : null,
    periodEnd: facts.periodEnd ? new Date(facts.periodEnd) : null,
    cancelsAtPeriodEnd: facts.endsAt !== null && facts.endsAt <= (facts.periodEnd ?? facts.endsAt),
    endsAt: facts.endsAt ? new Date(facts.endsAt) : null,
    stateAt,
  };
  const [after] = before
    ? await tx.update(subscriptions).set(values).where(key).returning()
    : await tx
        .insert(subscriptions)
        .values({
          id: ctx.newId(),
          provider,
          providerSubscriptionId,
          createdAt: new Date(facts.createdAt),
          ...values,
        })
        .returning();
  const changes = diffRow("subscriptions", before, after);
  if (after && !before) changes.push(...(await linkPayments(tx, provider, after.id, objects)));
  return { isResolved: true, tenantId, changes };
}

/** Links payments that arrived before their subscription. */
async function linkPayments(
  tx: Transaction,
  provider: PaymentProvider,
  subscriptionId: string,
  objects: { objectId: string }[],
): Promise<RowDiff[]> {
  const linked = await tx
    .update(payments)
    .set({ subscriptionId })
    .where(
      and(
        eq(payments.provider, provider),
        isNull(payments.subscriptionId),
        inArray(
          payments.providerPaymentId,
          objects.map(({ objectId }) => objectId),
        ),
      ),
    )
    .returning({ id: payments.id });
  return linked.flatMap(({ id }) =>
    diffRow(
      "payments",
      { id, subscriptionId: null } as { id: string },
      { id, subscriptionId } as { id: string },
    ),
  );
}
