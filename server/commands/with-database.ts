import { resolve } from "node:path";
import { migrate } from "../../db/migrate.ts";
import { completeEnv, GENERATED_SECRETS, rawEnv, readEnv } from "../platform/env/env.ts";
import { readOrCreateSecrets } from "../process/data-dir.ts";
import { connectToEmbedded } from "./embedded-visit.ts";

/**
 * Runs an operator's command on the database: on DATABASE_URL when it is set, else on the embedded one of DATA_DIR,
 * whether the application runs or not. The embedded one has the newest schema, and the environment its secrets.
 */
export async function withDatabase<T>(run: (url: string) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = rawEnv();
  if (DATABASE_URL) return run(DATABASE_URL);
  const dataDir = resolve(readEnv(rawEnv()).DATA_DIR);
  const { url, close } = await connectToEmbedded(dataDir, (line) => process.stderr.write(`${line}\n`));
  try {
    // Before the secrets: an application that is just starting makes its own before it migrates, and we wait for that.
    await migrate(url);
    completeEnv({ ...secretsOf(dataDir), DATA_DIR: dataDir, DATABASE_URL: url, DRYDOCK_EMBEDDED: "true" });
    return await run(url);
  } finally {
    await close();
  }
}

function secretsOf(dataDir: string): Record<string, string> {
  const unset = GENERATED_SECRETS.filter((name) => !rawEnv()[name]);
  return readOrCreateSecrets(dataDir, unset);
}
