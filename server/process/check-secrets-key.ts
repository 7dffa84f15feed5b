import { openDatabase } from "@/db/client.ts";
import { hasKeyOf, KEY_PREFIX_BYTES } from "@/server/core/encryption.ts";
import { invalidEnvironment } from "@/server/core/env/env.ts";

/**
 * Check at start that `SECRETS_KEY` has the keys of all stored secrets: without them builds would fail.
 * @throws Error that names the variable
 */
export async function checkSecretsKey(url: string): Promise<void> {
  const database = openDatabase(url, 1);
  try {
    const prefixes = await database.systemDb.sql<{ prefix: Uint8Array }[]>`
      select substring(encrypted for ${KEY_PREFIX_BYTES}::integer) as prefix from app_variables where is_secret
      union
      select substring(encrypted for ${KEY_PREFIX_BYTES}::integer) from build_variables where encrypted is not null
      union
      select substring(encrypted for ${KEY_PREFIX_BYTES}::integer) from totp_factors`;
    if (prefixes.every(({ prefix }) => hasKeyOf(prefix))) return;
  } finally {
    await database.close();
  }
  throw invalidEnvironment(["SECRETS_KEY: must have every key that encrypted a stored secret"]);
}
