import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database, Pool } from "@/db/client.ts";
import * as schema from "@/db/schema/index.ts";
import { enterTenantBySlug } from "@/server/auth/tenant-access.ts";
import { createContext } from "@/server/core/context.ts";
import { browseBuilds } from "@/server/domains/builds/browse.ts";
import { BrowseBuilds } from "@/server/domains/builds/input.ts";
import { SearchMarketplace } from "@/server/domains/marketplace/input.ts";
import { searchMarketplace } from "@/server/domains/marketplace/search.ts";
import type { RecordedStatement, Recordings } from "../baselines/replay.ts";
import { rowId, searchTerm, tenantSlug } from "../fixtures/ids.ts";

/** Calls the product's services and records their statements, so that the baselines run the same SQL. */
export async function recordStatements(databaseUrl: string): Promise<Recordings> {
  const recorded: RecordedStatement[] = [];
  const openPool = (pool: "tenantDb" | "systemDb", parameters: Record<string, string>): Pool => {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined, connection: parameters });
    const logQuery = (text: string, values: unknown[]) => void recorded.push({ pool, text, values });
    return { sql, orm: drizzle(sql, { schema, logger: { logQuery } }) };
  };
  const [tenantDb, systemDb] = [openPool("tenantDb", {}), openPool("systemDb", { "drydock.scope": "*" })];
  const close = async () => {
    await tenantDb.sql.end();
    await systemDb.sql.end();
  };
  const database: Database = { tenantDb, systemDb, close };
  const [userId, slug] = [rowId("user", 0), tenantSlug(0)];
  const actor = {
    kind: "user",
    userId,
    email: "",
    name: "",
    isSuperAdmin: false,
    isEmailVerified: true,
  } as const;
  const ctx = createContext(actor, "recording", database);
  const record = async (call: () => Promise<unknown>): Promise<RecordedStatement[]> => {
    recorded.length = 0;
    await call();
    return [...recorded];
  };
  const builds = await record(async () =>
    browseBuilds(await enterTenantBySlug(ctx, userId, slug), BrowseBuilds.parse({})),
  );
  const search = await record(() =>
    searchMarketplace(ctx, SearchMarketplace.parse({ search: searchTerm(0) })),
  );
  await close();
  return { builds, search };
}
