import { expect, it } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { BLOCKED_SESSIONS_SQL } from "@/e2e/support/database.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { withOtherConnection } from "@/e2e/support/single-connection.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { recordNames } from "./item-names.ts";

setUpPlatform();

it("records names in a fixed order, without deadlocks", async () => {
  const { id: tenantId } = await createTenant(database().systemDb.orm);
  const named = (slug: string) => ({
    type: "APP_PLUGIN" as const,
    slug,
    tenantId,
    name: slug,
    submittedAt: new Date(),
  });
  const [first, last] = [named("first"), named("last")];
  const noted = await writeUnaudited(systemContext("test"), async (tx) => {
    await recordNames(tx, [first]);
    const other = withOtherConnection(() =>
      writeUnaudited(systemContext("test"), (otherTx) => recordNames(otherTx, [last, first])),
    );
    await expect.poll(() => tx.execute(BLOCKED_SESSIONS_SQL), { interval: 5 }).toHaveLength(1);
    await recordNames(tx, [last]);
    return { other };
  });
  await expect(noted.other).resolves.toBeUndefined();
});
