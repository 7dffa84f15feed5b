import postgres from "postgres";
import { type Database, openDatabase } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";
import { enterTenantBySlug } from "../../server/auth/tenant-access.ts";
import { countOutcomes } from "../../server/build-statistics/count-outcomes.ts";
import { issueToken } from "../../server/identity/tokens.ts";
import { createContext, systemContext, type TenantContext } from "../../server/platform/context.ts";
import { sessionCookie } from "../data/credentials.ts";
import { productSettings, startFront } from "../stage/contenders.ts";
import type { BenchDatabase } from "../stage/database.ts";
import type { ServerProcess } from "../stage/server-process.ts";
import { loadGrowingWorld } from "./load.ts";
import { listOf } from "./questions.ts";
import { MEMBER, TENANT } from "./world.ts";

/** The product on a database of so many builds. */
export interface Scene {
  builds: number;
  server: ServerProcess;
  cookie: string;
  token: string;
  /** The entity tag of the first page of the first app's builds. */
  tag: string;
  /** Counts up from 0: what is used up by asking is numbered by it. */
  count: () => number;
  /** The member, for what is asked past the product's doors. */
  ctx: TenantContext;
  sql: postgres.Sql;
  stop: () => Promise<void>;
}

/** Makes a database in the server of `bench`, fills it, counts what has ended, and starts the product on it. */
export async function setScene(bench: BenchDatabase, builds: number): Promise<Scene> {
  const pathname = `/growth_${builds}`;
  const [url, adminUrl] = [bench.url, bench.adminUrl].map(
    (one) => Object.assign(new URL(one), { pathname }).href,
  );
  if (!url || !adminUrl) throw new Error("the database has no address");
  const root = postgres(bench.adminUrl, { max: 1 });
  await root`create database ${root(pathname.slice(1))} owner drydock`;
  await root.end();
  await migrate(url);
  // The superuser: COPY does not go with row-level security.
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  await loadGrowingWorld(sql, builds);
  const database = openDatabase(url, 2);
  // What was copied in is unknown to the planner yet.
  await sql`analyze`;
  await countOutcomes(systemContext("benchmark", database));
  const { ctx, token } = await enter(database);
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
  const server = await startFront(productSettings(url, `${bench.directory}${pathname}`));
  await server.ready;
  const stop = async () => {
    await server.stop();
    await database.close();
    await sql.end();
  };
  let counted = 0;
  const count = () => counted++;
  const [cookie, tag] = [await sessionCookie(MEMBER), await readTag(server.origin, token)];
  return { builds, server, ctx, token, cookie, tag, count, sql, stop };
}

async function enter(database: Database): Promise<{ ctx: TenantContext; token: string }> {
  const ctx = await enterTenantBySlug(
    createContext({ kind: "system", name: "benchmark" }, "bench", database),
    MEMBER,
    TENANT.slug,
  );
  const { token } = await issueToken(ctx, MEMBER, {
    name: "Benchmark",
    permissions: ["MARKETPLACE_PUBLISH", "BUILDS_READ"],
    expires: 86_400,
  });
  return { ctx, token };
}

async function readTag(origin: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "x-tenant-id": TENANT.id };
  const response = await fetch(origin + listOf(0), { headers });
  if (!response.ok) throw new Error(`a page of builds was answered with ${await response.text()}`);
  await response.body?.cancel();
  return response.headers.get("etag") ?? "";
}
