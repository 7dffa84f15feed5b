import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { withOtherConnection } from "@/e2e/support/single-connection.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { lookUp, read, withTransaction } from "@/server/core/transactions.ts";

/**
 * Rule that every test of a service checks: a call uses one connection. Calls that each wait for a second one may wait
 * for each other.
 */
setUpPlatform();

const one = sql`select 1`;
const systemDb = () => database().systemDb;
const tenantDb = () => database().tenantDb;

it.each<[string, () => unknown]>([
  ["a transaction of the same pool", () => read(systemContext("other"), (tx) => tx.execute(one))],
  ["a transaction of the other pool", () => tenantDb().orm.transaction((tx) => tx.execute(one))],
  ["a statement of the other pool", () => tenantDb().orm.execute(one)],
  [
    "a look-up past the open transaction",
    () => lookUp(systemContext("other"), () => systemDb().orm.execute(one)),
  ],
  ["a statement as text", () => systemDb().sql`select 1`],
  ["a transaction as text", () => systemDb().sql.begin((tx) => tx`select 1`)],
])("%s is refused in the middle of a transaction", async (_, take) => {
  const held = read(systemContext("test"), async () => take());
  await expect(held).rejects.toThrow("a second connection");
});

it("services join the transaction that is open, and take a connection again once it has ended", async () => {
  const member = await signInMember();
  await withTransaction(member, async (joined) => {
    await expect(read(joined, (tx) => tx.execute(one))).resolves.toHaveLength(1);
  });
  await expect(read(member, (tx) => tx.execute(one))).resolves.toHaveLength(1);
});

it("another caller takes a connection meanwhile", async () => {
  await read(systemContext("test"), async () => {
    await expect(withOtherConnection(() => systemDb().orm.execute(one))).resolves.toHaveLength(1);
  });
});
