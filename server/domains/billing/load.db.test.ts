import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { findDifferences, readBillingState } from "@/e2e/support/billing/billing-state.ts";
import { deliverPayPal, deliverStripe, runJobs } from "@/e2e/support/billing/deliver.ts";
import { deliverLoad, generateLoad, seededRandom } from "@/e2e/support/billing/load.ts";
import { signPayPal } from "@/e2e/support/billing/paypal-events.ts";
import { generatePayPalLoad } from "@/e2e/support/billing/paypal-load.ts";
import { type PayPalFixture, setUpPayPalFixture } from "@/e2e/support/billing/paypal-server.ts";
import { STRIPE_SECRETS } from "@/e2e/support/billing/stripe-events.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";

setUpPlatform();
let fixture: PayPalFixture;
beforeAll(async () => {
  fixture = await setUpPayPalFixture();
  completeEnv({ ...fixture.settings, STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join() });
});
afterAll(() => fixture.close());

const createTenants = async () => {
  const { orm } = database().systemDb;
  return (await Promise.all([createTenant(orm), createTenant(orm)])).map(({ id }) => id);
};

it("balances and states follow from the events, independent of order and duplicates", {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const load = generateLoad(await createTenants(), 60, seededRandom(seed));
      expect(await deliverLoad(load, deliverStripe, 4)).toBe(load.deliveries.length);
      await runJobs();
      expect(findDifferences(load, await readBillingState())).toEqual([]);
    }),
    { numRuns: 2 },
  );
  expect(Object.keys((await readBillingState()).states).sort()).toEqual(
    expect.arrayContaining(["APPLIED", "STALE"]),
  );
});

it("the same holds for PayPal's captures, sales, orders, refunds, disputes and authorizations", {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const load = generatePayPalLoad(await createTenants(), 40, seededRandom(seed), fixture.paypal);
      // Each delivery of an event has an id of its own.
      const deliver = ({ body }: { body: string }) => deliverPayPal(body, signPayPal(body, fixture.signer));
      expect(await deliverLoad(load, deliver, 4)).toBe(load.deliveries.length);
      await runJobs();
      expect(findDifferences(load, await readBillingState())).toEqual([]);
    }),
    { numRuns: 2 },
  );
});
