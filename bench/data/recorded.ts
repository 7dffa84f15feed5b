import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database, Pool } from "../../db/client.ts";
import * as schema from "../../db/schema/index.ts";
import { browseBuilds } from "../../server/builds/browse.ts";
import { BrowseBuilds } from "../../server/builds/input.ts";
import { summariseBuilds } from "../../server/builds/summary.ts";
import { createContext } from "../../server/context.ts";
import { ListListings } from "../../server/listings/input.ts";
import { countListings, listListings } from "../../server/listings/service.ts";
import { SearchMarketplace } from "../../server/marketplace/input.ts";
import { searchMarketplace } from "../../server/marketplace/search.ts";
import { openTenant } from "../../server/tenants/service.ts";
import type { RecordedStatement, Recordings } from "../peers/replay.ts";
import { rowId } from "./ids.ts";
import { searchWord, tenantSlug } from "./world.ts";

/**
 * Lets the product's services answer and writes down what they ask the database, so that the floors ask the very same.
 */
export async function recordStatements(databaseUrl: string): Promise<Recordings> {
  const recorded: RecordedStatement[] = [];
  const open = (pool: "walled" | "platform", parameters: Record<string, string>): Pool => {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined, connection: parameters });
    const logQuery = (text: string, values: unknown[]) => void recorded.push({ pool, text, values });
    return { sql, orm: drizzle(sql, { schema, logger: { logQuery } }) };
  };
  const [walled, platform] = [open("walled", {}), open("platform", { "drydock.scope": "*" })];
  const close = async () => {
    await walled.sql.end();
    await platform.sql.end();
  };
  const database: Database = { tenantDb: walled, systemDb: platform, close };
  const [userId, slug] = [rowId("user", 0), tenantSlug(0)];
  const actor = { kind: "user", userId, email: "", name: "", isSuperAdmin: false } as const;
  const ctx = createContext(actor, "recording", database);
  const of = async (ask: () => Promise<unknown>): Promise<RecordedStatement[]> => {
    recorded.length = 0;
    await ask();
    return [...recorded];
  };
  const enter = () => openTenant(ctx, userId, slug);
  const query = await of(async () => browseBuilds(await enter(), BrowseBuilds.parse({})));
  const search = await of(() => searchMarketplace(ctx, SearchMarketplace.parse({ search: searchWord(0) })));
  const overview = await of(async () => {
    const tenant = await enter();
    await summariseBuilds(tenant);
    await countListings(tenant);
    await listListings(tenant, ListListings.parse({ status: ["PENDING_APPROVAL"], limit: 5 }));
    await listListings(
      tenant,
      ListListings.parse({ status: ["APPROVED", "REJECTED", "SUSPENDED"], limit: 5 }),
    );
  });
  await close();
  return { query, search, builds: query, overview };
}
