import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BillingFacts } from "@/db/schema/billing-facts.ts";
import { type MergedState, mergeStates } from "./merge-states.ts";

const state = (second: number, facts: object, subscriptionRef: string | null = null): MergedState => ({
  stateAt: new Date(second * 1_000),
  progress: 0,
  eventId: `evt_${second}`,
  subscriptionRef,
  facts: { kind: "SUBSCRIPTION", ...facts } as BillingFacts,
});

/** Facts without their sources. */
function factsOf({ facts: { inherited: _, kind: __, ...facts } }: MergedState): object {
  return facts;
}

describe("mergeStates", () => {
  it.each<[string, object, object, object]>([
    ["the newest value of both", { plan: "Solo" }, { plan: "Team" }, { plan: "Team" }],
    ["a value over an absent one", { plan: "Team" }, {}, { plan: "Team" }],
    ["a value over null", { plan: "Team" }, { plan: null }, { plan: "Team" }],
    ["items over no items", { itemIds: ["a"] }, { itemIds: [] }, { itemIds: ["a"] }],
    ["the end that was revoked", { endsAt: "2026-01-01" }, { endsAt: null }, { endsAt: null }],
    ["the status that was revoked", { status: "PENDING" }, { status: null }, { status: null }],
    [
      "a known amount over none",
      { amountMinor: "5", currency: "EUR" },
      { amountMinor: "0", currency: "XXX" },
      { amountMinor: "5", currency: "EUR" },
    ],
    [
      "an amount that varies",
      { amountMinor: "5", currency: "EUR" },
      { amountMinor: null, currency: "EUR" },
      { amountMinor: null, currency: "EUR" },
    ],
    [
      "an amount over an untold one",
      { amountMinor: "5", currency: "EUR" },
      { currency: "XXX" },
      { amountMinor: "5", currency: "EUR" },
    ],
    [
      "amount and currency together",
      { amountMinor: "5", currency: "EUR" },
      { amountMinor: "7", currency: "USD" },
      { amountMinor: "7", currency: "USD" },
    ],
  ])("keeps %s, in both orders of arrival", (_, older, newer, expected) => {
    expect(factsOf(mergeStates(state(1, older), state(2, newer)))).toEqual(expected);
    expect(factsOf(mergeStates(state(2, newer), state(1, older)))).toEqual(expected);
  });

  it("replaces the facts of an event that is processed again", () => {
    const known = mergeStates(state(1, { plan: "Tean" }), state(2, {}));
    expect(factsOf(mergeStates(known, state(1, { plan: "Team" })))).toEqual({ plan: "Team" });
  });

  it("does not depend on order of arrival or duplicates", () => {
    const facts = fc.record(
      {
        plan: fc.option(fc.constantFrom("Solo", "Team")),
        status: fc.option(fc.constantFrom("ACTIVE", "CANCELLED")),
        endsAt: fc.option(fc.constant("2026-01-01")),
        itemIds: fc.subarray(["a", "b"]),
        amountMinor: fc.option(fc.constantFrom("0", "5")),
        currency: fc.constantFrom("EUR", "XXX"),
      },
      { requiredKeys: [] },
    );
    const states = fc
      .uniqueArray(fc.tuple(fc.nat(9), facts, fc.option(fc.constant("sub_1"))), {
        selector: ([second]) => second,
        minLength: 1,
      })
      .map((all) => all.map(([second, values, ref]) => state(second, values, ref)));
    const merged = (all: readonly MergedState[]) =>
      // Stored as JSON between two events.
      all.reduce((known, next) => {
        const { facts: values, ...order } = mergeStates(known, next);
        return { ...order, facts: JSON.parse(JSON.stringify(values)) };
      });
    fc.assert(
      fc.property(
        states.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
        ),
        ([all, arrivals]) => {
          const canonical = ({ facts: values, ...rest }: MergedState) => ({
            ...rest,
            facts: Object.fromEntries(
              Object.entries(values).filter(([, value]) => value !== null && String(value) !== ""),
            ),
          });
          const sorted = all.toSorted((one, other) => one.stateAt.getTime() - other.stateAt.getTime());
          const [first] = sorted;
          expect(canonical(merged(arrivals))).toEqual(
            canonical(merged([...(first ? [first] : []), ...sorted])),
          );
        },
      ),
    );
  });
});
