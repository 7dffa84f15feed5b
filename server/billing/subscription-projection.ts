import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { payments, subscriptions } from "@/db/schema/index.ts";
import type { PaymentProvider } from "@/db/schema/vocabulary.ts";
import type { Context } from "../platform/context.ts";
import { findSubscriptionObjects, findTenantId } from "./objects.ts";
import { diffRow, type RowDiff } from "./row-diff.ts";

export interface SubscriptionProjection {
  /** Whether all is known that the row needs. */
  isResolved: boolean;
  tenantId: string | null;
  changes: RowDiff[];
}

/** Brings the row of a subscription in line with the newest that its provider said of it. */
export async function projectSubscription(
  tx: Transaction,
  ctx: Context,
  provider: PaymentProvider,
  providerSubscriptionId: string,
): Promise<SubscriptionProjection> {
  const family = await findSubscriptionObjects(tx, provider, providerSubscriptionId);
  const key = and(
    eq(subscriptions.provider, provider),
    eq(subscriptions.providerSubscriptionId, providerSubscriptionId),
  );
  const [before] = await tx.select().from(subscriptions).where(key);
  const tenantId = findTenantId(family) ?? before?.tenantId ?? null;
  const own = family.find(({ facts }) => facts.kind === "SUBSCRIPTION");
  if (own?.facts.kind !== "SUBSCRIPTION") return { isResolved: true, tenantId, changes: [] };
  const { facts, stateAt } = own;
  if (facts.status === null && !before) return { isResolved: true, tenantId, changes: [] };
  if (!tenantId) return { isResolved: false, tenantId, changes: [] };
  const isCured =
    facts.isCuredByPayment &&
    family.some(
      (part) => part.facts.kind === "PAYMENT" && part.facts.status === "SUCCEEDED" && part.stateAt > stateAt,
    );
  const values = {
    tenantId,
    plan: facts.plan,
    status: facts.status === "PAST_DUE" && isCured ? ("ACTIVE" as const) : (facts.status ?? "EXPIRED"),
    amountMinor: BigInt(facts.amountMinor),
    currency: facts.currency,
    periodStart: facts.periodStart ? new Date(facts.periodStart) : null,
    periodEnd: facts.periodEnd ? new Date(facts.periodEnd) : null,
    cancelsAtPeriodEnd: facts.cancelsAtPeriodEnd,
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
  if (after && !before) changes.push(...(await claimPayments(tx, provider, after.id, family)));
  return { isResolved: true, tenantId, changes };
}

/** Payments that were known before their subscription was. */
async function claimPayments(
  tx: Transaction,
  provider: PaymentProvider,
  subscriptionId: string,
  family: { objectId: string }[],
): Promise<RowDiff[]> {
  const claimed = await tx
    .update(payments)
    .set({ subscriptionId })
    .where(
      and(
        eq(payments.provider, provider),
        isNull(payments.subscriptionId),
        inArray(
          payments.providerPaymentId,
          family.map(({ objectId }) => objectId),
        ),
      ),
    )
    .returning({ id: payments.id });
  return claimed.flatMap(({ id }) =>
    diffRow(
      "payments",
      { id, subscriptionId: null } as { id: string },
      { id, subscriptionId } as { id: string },
    ),
  );
}
