import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";

setUpPlatform();

it("sorts every descending index as `order by … desc` does, so that lists are read from it", async () => {
  const { orm } = database().systemDb;
  const indexes = await orm.execute<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where schemaname = 'public' and indexdef like '% DESC%'`,
  );
  expect(indexes.length).toBeGreaterThan(10);
  expect(indexes.filter(({ indexdef }) => indexdef.includes("NULLS LAST"))).toEqual([]);
});
