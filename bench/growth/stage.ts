import { encode } from "next-auth/jwt";
import postgres from "postgres";
import { type Database, openDatabase } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";
import { countOutcomes } from "../../server/builds/count-outcomes.ts";
import { createContext, systemContext, type TenantContext } from "../../server/context.ts";
import { issueToken } from "../../server/identity/tokens.ts";
import { cookieOf } from "../../server/session-cookie.ts";
import { openTenant } from "../../server/tenants/service.ts";
import { productSettings, SECRETS, startFront } from "../stage/contenders.ts";
import type { BenchDatabase } from "../stage/database.ts";
import type { ServerProcess } from "../stage/server-process.ts";
import { loadBuilds, MEMBER, TENANT } from "./world.ts";

/** The product on a database of so many builds. */
export interface Scene {
  builds: number;
  server: ServerProcess;
  cookie: string;
  token: string;
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
  await loadBuilds(sql, builds);
  const database = openDatabase(url, 2);
  await countOutcomes(systemContext("benchmark", database));
  const { ctx, token } = await enter(database);
  await sql`vacuum (analyze)`;
  const server = await startFront(productSettings(url, `${bench.directory}${pathname}`));
  await server.ready;
  const session = await encode({
    token: { userId: MEMBER, sessionVersion: 1 },
    secret: SECRETS.NEXTAUTH_SECRET,
  });
  const stop = async () => {
    await server.stop();
    await database.close();
    await sql.end();
  };
  return { builds, server, ctx, token, cookie: `${cookieOf("session").name}=${session}`, sql, stop };
}

async function enter(database: Database): Promise<{ ctx: TenantContext; token: string }> {
  const ctx = await openTenant(
    createContext({ kind: "system", name: "benchmark" }, "bench", database),
    MEMBER,
    TENANT.slug,
  );
  const { token } = await issueToken(ctx, MEMBER, {
    name: "Benchmark",
    permissions: ["BUILDS_READ"],
    expires: 86_400,
  });
  return { ctx, token };
}
