import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { listingChecks } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { listRiskFlags } from "./results.ts";

setUpPlatform();

it("counts findings per listing; a new listing is waiting", async () => {
  const [ctx, other] = [await signInMember(), await signInMember()];
  const { orm } = database().systemDb;
  const listings = [];
  for (const { tenant } of [ctx, ctx, other]) {
    listings.push(await createListing(orm, { tenantId: tenant.id, type: "THEME" }));
  }
  const [waiting, checked, foreign] = listings.map(({ id }) => id) as [string, string, string];
  await orm
    .update(listingChecks)
    .set({ state: "DONE", findings: [], ruleSetVersion: 1, finishedAt: new Date(), high: 1, low: 4 })
    .where(eq(listingChecks.listingId, checked));
  const none = { high: 0, medium: 0, low: 0 };
  const seen = await read(systemContext("test"), (tx) => listRiskFlags(tx, [waiting, checked, foreign]));
  expect(Object.fromEntries(seen)).toEqual({
    [waiting]: { state: "WAITING", ...none },
    [checked]: { state: "DONE", high: 1, medium: 0, low: 4 },
    [foreign]: { state: "WAITING", ...none },
  });
  const own = await read(ctx, (tx) => listRiskFlags(tx, [waiting, foreign]));
  expect([...own.keys()]).toEqual([waiting]);
  expect(await read(ctx, (tx) => listRiskFlags(tx, []))).toEqual(new Map());
});
