import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import type postgres from "postgres";
import { type Database, openDatabase } from "@/db/client.ts";
import { sessionCookieOptions } from "@/server/auth/sessions/session-cookie.ts";
import { startSession } from "@/server/auth/sessions/session-store.ts";
import { enterTenantBySlug } from "@/server/auth/tenant-access.ts";
import { systemContext, type TenantContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { issueToken } from "@/server/domains/accounts/tokens/service.ts";
import { countOutcomes } from "@/server/domains/builds/statistics/count-outcomes.ts";
import { RUNNER } from "@/server/process/build.ts";
import type { Shutdown } from "@/server/process/shutdown.ts";
import type { Dataset } from "../fixtures/dataset.ts";
import { rowId, tenantSlug } from "../fixtures/ids.ts";
import type { BenchPostgres } from "./database.ts";
import { fetchText, type ServerProcess, startServer } from "./server-process.ts";

/** Secrets of the product under test. Its database is deleted with them. */
export const SECRETS = {
  API_TOKEN_SECRET: randomBytes(32).toString("base64url"),
  NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
  BUILD_SERVER_SECRET: randomBytes(32).toString("base64url"),
};

/** The product on a database of its own, and credentials of the first member of each tenant. */
export interface Product extends ServerProcess {
  /** Starts it again, with code that is cold. */
  restart: () => Promise<ServerProcess>;
  dataset: Dataset;
  databaseUrl: string;
  sql: postgres.Sql;
  database: Database;
  contexts: TenantContext[];
  tokens: string[];
  /** `Cookie` headers of sessions. */
  cookies: string[];
}

/**
 * Creates and fills a database and starts the product on it as `npm start` does. Rate limits are lifted, since one
 * machine sends all requests.
 */
export async function startProduct(
  { createDatabase, directory }: BenchPostgres,
  dataset: Dataset,
  load: (sql: postgres.Sql, dataset: Dataset) => Promise<void>,
  shutdown: Shutdown,
): Promise<Product> {
  const name = `bench_${dataset.builds}_${dataset.plugins}`;
  const { url, sql } = await createDatabase(name);
  await load(sql, dataset);
  await sql`analyze`;
  const database = openDatabase(url, 2);
  shutdown.onStop(database.close);
  const env = {
    ...SECRETS,
    DATABASE_URL: url,
    DATA_DIR: join(directory, name),
    NEXTAUTH_URL: "http://127.0.0.1",
    RATE_LIMIT_SCALE: "1000000",
  };
  completeEnv(env);
  const credentials = await issueCredentials(database, dataset.tenants);
  await countEndedBuilds({ sql, database });
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
  const restart = () => startServer({ args: [RUNNER, "server/start.ts"], env }, shutdown);
  return { ...(await restart()), restart, ...credentials, dataset, databaseUrl: url, sql, database };
}

/** Does at once what the product's job and autovacuum do within two minutes. */
export async function countEndedBuilds({ sql, database }: Pick<Product, "sql" | "database">): Promise<void> {
  await countOutcomes(systemContext("benchmark", database));
  await sql`vacuum (analyze) build_outcomes, build_totals, build_days, build_durations`;
}

/** Entity tags of the first page of each app's builds. */
export async function readEntityTags({ origin, dataset, tokens }: Product): Promise<string[]> {
  const tags: string[] = [];
  for (let app = 0; app < dataset.apps; app++) {
    const { path, headers } = pageRequest({ dataset, tokens }, app);
    const response = await fetchText(origin + path, { headers });
    tags.push(response.headers.get("etag") ?? "");
  }
  return tags;
}

/** Request for the first page of an app's builds. */
export function pageRequest({ dataset, tokens }: Pick<Product, "dataset" | "tokens">, app: number) {
  const headers = tokenHeaders(tokens, app % dataset.tenants);
  return { path: `/api/apps/${rowId("app", app)}/builds`, headers };
}

export function tokenHeaders(tokens: string[], tenant: number): Record<string, string> {
  return { authorization: `Bearer ${tokens[tenant]}`, "x-tenant-id": rowId("tenant", tenant) };
}

async function issueCredentials(
  database: Database,
  tenants: number,
): Promise<Pick<Product, "contexts" | "tokens" | "cookies">> {
  const [contexts, tokens, cookies]: [TenantContext[], string[], string[]] = [[], [], []];
  for (let tenant = 0; tenant < tenants; tenant++) {
    const userId = rowId("user", tenant);
    const ctx = await enterTenantBySlug(systemContext("benchmark", database), userId, tenantSlug(tenant));
    const { token } = await issueToken(ctx, userId, {
      name: "Benchmark",
      permissions: ["MARKETPLACE_PUBLISH", "BUILDS_READ"],
      expires: 86_400,
    });
    const owner = { userId, sessionVersion: 1 };
    const sessionId = await startSession(systemContext("benchmark", database), owner, null);
    const claims = { ...owner, sessionId };
    const session = await encode({ token: claims, secret: SECRETS.NEXTAUTH_SECRET });
    contexts.push(ctx);
    tokens.push(token);
    cookies.push(`${sessionCookieOptions("session").name}=${session}`);
  }
  return { contexts, tokens, cookies };
}
