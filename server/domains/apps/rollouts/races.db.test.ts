import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installations, listings } from "@/db/schema/index.ts";
import { atTime, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { createInstallation, createItem, getRollout } from "@/e2e/support/rollouts.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { UNDO_TIMEOUT_MS } from "@/server/domains/moderation/policy.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { advanceRollout } from "./advance.ts";
import { controlAnyRollout } from "./service.ts";

setUpPlatform();

/** Connection of its own, which makes the other change and commits it late. */
let other: postgres.Sql;
beforeAll(() => {
  other = postgres(env().DATABASE_URL ?? "", { max: 2, connection: { "drydock.scope": "*" } });
});
afterAll(() => other.end());

const orm = () => database().systemDb.orm;

/** Rollout of 1.0.1, which has begun, and an installation of 1.0.0 in the publisher's tenant. */
async function startRollout() {
  const [{ tenant }, admin] = [await signInMember(), await signInAdmin()];
  const item = await createItem(orm(), tenant.id);
  const first = await item.addVersion("1.0.0");
  const installed = await createInstallation(orm(), { tenantId: tenant.id, listingId: first.id });
  const { id: listingId } = await item.addVersion("1.0.1", [], true);
  const now = Date.now();
  await decideListing(atTime(admin, now), { listingId, action: "approve" });
  const { id } = await getRollout(orm(), listingId);
  const advance = () => advanceRollout(atTime(systemContext("test"), now + UNDO_TIMEOUT_MS), id);
  const readVersion = async () => {
    const [row] = await orm()
      .select({ version: listings.version })
      .from(installations)
      .innerJoin(listings, eq(listings.id, installations.listingId))
      .where(eq(installations.id, installed.id));
    return row?.version;
  };
  return { tenantId: tenant.id, admin, firstId: first.id, listingId, advance, readVersion };
}

/** Runs `run` while the other change is not committed. It has to wait for it. */
async function runBeforeCommit(
  change: (tx: postgres.TransactionSql) => PromiseLike<unknown>,
  run: () => Promise<void>,
): Promise<void> {
  const { running } = (await other.begin(async (tx) => {
    await change(tx);
    const running = run();
    await expect
      .poll(async () => {
        const [row] = await other`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event in ('tuple', 'transactionid')`;
        return row?.["waiting"];
      })
      .toBe(1);
    return { running };
  })) as { running: Promise<void> };
  await running;
}

it("a rollout moves nothing to a version whose publisher is being suspended", async () => {
  const { tenantId, advance, readVersion } = await startRollout();
  await runBeforeCommit((tx) => tx`update tenants set suspended_at = now() where id = ${tenantId}`, advance);
  expect(await readVersion()).toBe("1.0.0");
});

it("a rollback moves nothing back to a version that is being suspended", async () => {
  const { admin, firstId, listingId, advance, readVersion } = await startRollout();
  await advance();
  expect(await readVersion()).toBe("1.0.1");
  await controlAnyRollout(admin, { listingId, action: "rollBack" });
  await runBeforeCommit(
    (tx) => tx`update listings set status = 'SUSPENDED', decided_at = now() where id = ${firstId}`,
    advance,
  );
  expect(await readVersion()).toBe("1.0.1");
});
