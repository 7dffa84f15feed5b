import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { deliverStripe, runJobs } from "@/e2e/support/billing/deliver.ts";
import { readOutcome } from "@/e2e/support/billing/outcome.ts";
import { deliverLoad, differences, planLoad, seeded } from "@/e2e/support/billing/storm.ts";
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
      const storm = planLoad(
        tenants.map(({ id }) => id),
        60,
        seeded(seed),
      );
      expect(await deliverLoad(storm, deliverStripe, 4)).toBe(storm.deliveries.length);
      await runJobs();
      expect(differences(storm, await readOutcome())).toEqual([]);
    }),
    { numRuns: 2 },
  );
  expect(Object.keys((await readOutcome()).states).sort()).toEqual(
    expect.arrayContaining(["APPLIED", "STALE"]),
  );
});
