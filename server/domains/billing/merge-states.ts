import type { BillingFacts, FactOrder } from "@/db/schema/billing-facts.ts";
import { NO_CURRENCY } from "./parsing/money.ts";
import { isNewer, type StateOrder } from "./parsing/parsed-event.ts";

/** State of an object as stored: its newest state, completed with facts that only older states know. */
export interface MergedState extends StateOrder {
  facts: BillingFacts;
  subscriptionRef: string | null;
}

/** Value of a fact, with the order of the state that it comes from. */
interface Fact {
  value: unknown;
  order: StateOrder;
}

/** Facts for which null is a value: no status yet, an end that was revoked. For all others null means unknown. */
const NULLABLE_FACTS = new Set(["status", "endsAt", "pendingAt"]);

/**
 * Merge rule for the states of one object, for all providers. Per fact, the newest known value wins, by the order of the
 * provider and never by arrival. An unknown fact (absent, null, or an empty list) erases nothing. Amount and currency are
 * one fact. The rule is commutative, associative and idempotent: each fact keeps the order of its source in `inherited`
 * where that is not the newest state. An event that is processed again replaces its own facts.
 */
export function mergeStates(known: MergedState, next: MergedState): MergedState {
  const isNewest = known.eventId === next.eventId || isNewer(next, known);
  const { stateAt, progress, eventId, facts } = isNewest ? next : known;
  const merged = readFacts(known);
  for (const [name, fact] of readFacts(next)) {
    const current = merged.get(name);
    const isOwn = current?.order.eventId === fact.order.eventId;
    if (!current || isOwn || isNewer(fact.order, current.order)) merged.set(name, fact);
  }
  const inherited: Record<string, FactOrder> = {};
  for (const [name, { order }] of merged) {
    if (order.eventId !== eventId) inherited[name] = { ...order, stateAt: order.stateAt.toISOString() };
  }
  const { inherited: _, ...own } = facts;
  const { amount, subscriptionRef, ...values } = Object.fromEntries(
    [...merged].map(([name, { value }]) => [name, value]),
  );
  return {
    stateAt,
    progress,
    eventId,
    subscriptionRef: (subscriptionRef as string | undefined) ?? null,
    facts: {
      ...own,
      ...values,
      ...(amount as object | undefined),
      ...(Object.keys(inherited).length > 0 && { inherited }),
    } as BillingFacts,
  };
}

/** Known facts of a state by name. */
function readFacts({ facts, subscriptionRef, stateAt, progress, eventId }: MergedState): Map<string, Fact> {
  const { kind: _, inherited, ...rest } = facts;
  const { amountMinor, currency, ...single } = { amountMinor: undefined, currency: null, ...rest };
  const isAmountKnown = amountMinor !== undefined && !(amountMinor === "0" && currency === NO_CURRENCY);
  const known = Object.entries({
    ...single,
    subscriptionRef,
    amount: isAmountKnown ? { amountMinor, currency } : null,
  }).filter(([name, value]) => isKnown(name, value));
  return new Map(
    known.map(([name, value]) => {
      const source = inherited?.[name];
      const order = source
        ? { ...source, stateAt: new Date(source.stateAt) }
        : { stateAt, progress, eventId };
      return [name, { value, order }];
    }),
  );
}

const isKnown = (name: string, value: unknown): boolean =>
  value !== undefined &&
  (value !== null || NULLABLE_FACTS.has(name)) &&
  !(Array.isArray(value) && value.length === 0);
