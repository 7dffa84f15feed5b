import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { deliverStripe, runJobs } from "@/e2e/support/billing/deliver.ts";
import {
  deliverLoad,
  findDifferences,
  generateLoad,
  readBillingState,
  seededRandom,
} from "@/e2e/support/billing/load.ts";
import { STRIPE_SECRETS } from "@/e2e/support/billing/stripe-events.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database } from "../platform/context.ts";
import { completeEnv } from "../platform/env/env.ts";

setUpPlatform();
beforeAll(() => void completeEnv({ STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join() }));

it("balances and states follow from the events, independent of order and duplicates", {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const { orm } = database().systemDb;
      const tenants = await Promise.all([createTenant(orm), createTenant(orm)]);
      const load = generateLoad(
        tenants.map(({ id }) => id),
        60,
        seededRandom(seed),
      );
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
