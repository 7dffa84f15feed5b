import { isDeepStrictEqual } from "node:util";
import { count } from "drizzle-orm";
import { auditLog, billingEvents, payments, subscriptions } from "@/db/schema/index.ts";
import { database } from "@/server/core/context.ts";
import { paymentBalance } from "@/server/domains/billing/tenant-billing.ts";
import type { BillingLoad } from "./load.ts";

/** Billing state in the database. */
export async function readBillingState() {
  const { orm } = database().systemDb;
  const balances = new Map<string, bigint>();
  for (const payment of await orm.select().from(payments)) {
    const { minor, currency } = paymentBalance(payment);
    const key = `${payment.tenantId} ${currency}`;
    balances.set(key, (balances.get(key) ?? 0n) + minor);
  }
  const statuses = new Map(
    (await orm.select().from(subscriptions)).map((row) => [row.providerSubscriptionId, row.status as string]),
  );
  const states = await orm
    .select({ state: billingEvents.state, events: count() })
    .from(billingEvents)
    .groupBy(billingEvents.state);
  const [audits] = await orm.select({ rows: count() }).from(auditLog);
  return {
    balances,
    statuses,
    states: Object.fromEntries(states.map(({ state, events }) => [state, events])),
    audits: audits?.rows ?? 0,
  };
}

/** Differences between the expected and the actual state. */
export function findDifferences(
  load: BillingLoad,
  actual: { balances: Map<string, bigint>; statuses: Map<string, string> },
): string[] {
  const wrong: string[] = [];
  for (const [key, planned] of [...load.balances, ...load.statuses]) {
    const found = actual.balances.get(key) ?? actual.statuses.get(key);
    if (!isDeepStrictEqual(found, planned))
      wrong.push(`${key}: ${String(found)} instead of ${String(planned)}`);
  }
  return wrong;
}
