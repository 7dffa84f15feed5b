import { sql } from "drizzle-orm";
import { findConnectionProblem, openDatabase } from "@/db/client.ts";
import { startEmbedded } from "@/db/embedded/embedded-postgres.ts";
import { ENCRYPTED_COLUMNS } from "@/db/encrypted-columns.ts";
import { migrate } from "@/db/migrate.ts";
import { isEmpty } from "@/db/seed/index.ts";
import { directDatabaseUrl, openPools } from "@/server/core/context.ts";
import { hasKeyOf, KEY_PREFIX_BYTES } from "@/server/core/encryption.ts";
import {
  completeEnv,
  type Env,
  GENERATED_SECRETS,
  invalidEnvironment,
  rawEnv,
} from "@/server/core/env/env.ts";
import { localOrigin } from "@/server/core/env/public-origin.ts";
import { readOrCreateSecrets } from "./data-dir.ts";

export interface DatabaseOptions {
  given: Env;
  dataDir: string;
  /** Fills an empty embedded database with the demo data. */
  seedDemo: (url: string) => Promise<void>;
  log: (line: string) => void;
  step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  onStop: (action: () => Promise<void>) => void;
}

/**
 * Database of the launcher, migrated, and the completed settings. Without DATABASE_URL it is the embedded PostgreSQL, with
 * generated secrets, and with demo data if it is empty. With DATABASE_URL it is only migrated.
 */
export async function prepareDatabase(options: DatabaseOptions): Promise<Env> {
  const { given, dataDir, seedDemo, log, step, onStop } = options;
  const NEXTAUTH_URL = given.NEXTAUTH_URL ?? localOrigin(given.HOST, given.PORT);
  if (given.mode === "external") {
    const settings = completeEnv({ NEXTAUTH_URL });
    await checkConnections();
    if (given.MIGRATE_ON_START) await step("schema", () => migrate(directDatabaseUrl()));
    await checkSecretsKey(directDatabaseUrl());
    return settings;
  }
  const url = await step("database", () => startEmbeddedDatabase(dataDir, log, onStop));
  const settings = completeEnv({
    NEXTAUTH_URL,
    ...createSecrets(dataDir),
    DATABASE_URL: url,
    DRYDOCK_EMBEDDED: "true",
  });
  await step("schema", () => migrate(url));
  if (await isEmpty(url)) await step("demo data", () => seedDemo(url));
  return settings;
}

/** Check of the pools as the processes will open them. @throws Error that names the variable */
export async function checkConnections(): Promise<void> {
  const pools = openPools(1);
  const problem = await findConnectionProblem(pools).finally(pools.close);
  if (problem) throw invalidEnvironment([problem]);
}

async function startEmbeddedDatabase(
  dataDir: string,
  log: DatabaseOptions["log"],
  onStop: DatabaseOptions["onStop"],
): Promise<string> {
  const starting = startEmbedded({ dataDir, log });
  let stop: () => Promise<void> = () =>
    starting.then(
      (server) => server.stop(),
      () => {},
    );
  onStop(() => stop());
  const server = await starting;
  // `stop` sends its first signal synchronously; through the promise above it would be sent a tick later.
  stop = server.stop;
  return server.url;
}

function createSecrets(dataDir: string): Record<string, string> {
  const unset = GENERATED_SECRETS.filter((name) => !rawEnv()[name]);
  return readOrCreateSecrets(dataDir, unset);
}

/**
 * Check at start that `SECRETS_KEY` has the keys of all stored secrets: without them builds would fail, and
 * users could not sign in.
 * @throws Error that names the variable
 */
export async function checkSecretsKey(url: string): Promise<void> {
  const database = openDatabase(url, 1);
  try {
    const selects = ENCRYPTED_COLUMNS.map(({ table, column }) => {
      const value = sql.identifier(column);
      return sql`select substring(${value} for ${KEY_PREFIX_BYTES}::integer) as prefix
        from ${sql.identifier(table)} where ${value} is not null`;
    });
    const prefixes = await database.systemDb.orm.execute<{ prefix: Uint8Array }>(
      sql.join(selects, sql` union `),
    );
    if (prefixes.every(({ prefix }) => hasKeyOf(prefix))) return;
  } finally {
    await database.close();
  }
  throw invalidEnvironment(["SECRETS_KEY: must have every key that encrypted a stored secret"]);
}
