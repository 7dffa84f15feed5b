import { startEmbedded } from "../db/embedded/embedded-postgres.ts";
import { migrate } from "../db/migrate.ts";
import { isEmpty } from "../db/seed/index.ts";
import { readOrCreateSecrets } from "./data-dir.ts";
import { completeEnv, type Env, GENERATED_SECRETS, rawEnv } from "./env.ts";
import { seedPlatform } from "./seed-demo.ts";

export interface DatabaseOptions {
  given: Env;
  dataDir: string;
  log: (line: string) => void;
  step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  onStop: (action: () => Promise<void>) => void;
}

/**
 * Brings up the database and returns the completed settings. Without DATABASE_URL that is the embedded one, with
 * generated secrets and, while it is empty, the demo data; with DATABASE_URL nothing is started, made up or filled.
 */
export async function prepareDatabase({ given, dataDir, log, step, onStop }: DatabaseOptions): Promise<Env> {
  const NEXTAUTH_URL = given.NEXTAUTH_URL ?? `http://${given.HOST}:${given.PORT}`;
  if (given.mode === "external") {
    await step("schema", () => migrate(given.DATABASE_URL ?? ""));
    return completeEnv({ NEXTAUTH_URL });
  }
  const url = await step("database", () => startAndStopWithUs(dataDir, log, onStop));
  const settings = completeEnv({
    NEXTAUTH_URL,
    ...makeSecrets(dataDir),
    DATABASE_URL: url,
    DRYDOCK_EMBEDDED: "true",
  });
  await step("schema", () => migrate(url));
  if (await isEmpty(url)) await step("demo data", () => seedPlatform(url, { withPassword: true }));
  return settings;
}

async function startAndStopWithUs(
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
  // From here on the first signal goes out at once, also when nobody waits for the end.
  stop = server.stop;
  return server.url;
}

function makeSecrets(dataDir: string): Record<string, string> {
  const unset = GENERATED_SECRETS.filter((name) => !rawEnv()[name]);
  return readOrCreateSecrets(dataDir, unset);
}
