import { expect, it } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { WAITING_FOR_US } from "@/e2e/blocked-sessions.ts";
import { asSomebodyElse } from "@/e2e/one-connection.ts";
import { setUpPlatform } from "@/e2e/test-platform.ts";
import { database, systemContext } from "../context.ts";
import { read } from "../mutate.ts";
import { noteNames } from "./names.ts";

setUpPlatform();

it("notes names in one order, so that two who note the same ones never wait for each other", async () => {
  const { id: tenantId } = await createTenant(database().systemDb.orm);
  const named = (slug: string) => ({
    type: "APP_PLUGIN" as const,
    slug,
    tenantId,
    name: slug,
    submittedAt: new Date(),
  });
  const [first, last] = [named("first"), named("last")];
  const noted = await read(systemContext("test"), async (tx) => {
    await noteNames(tx, [first]);
    const other = asSomebodyElse(() =>
      read(systemContext("test"), (otherTx) => noteNames(otherTx, [last, first])),
    );
    await expect.poll(() => tx.execute(WAITING_FOR_US), { interval: 5 }).toHaveLength(1);
    await noteNames(tx, [last]);
    return { other };
  });
  await expect(noted.other).resolves.toBeUndefined();
});
