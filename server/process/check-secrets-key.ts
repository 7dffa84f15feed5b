import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client.ts";
import { ENCRYPTED_COLUMNS } from "@/db/encrypted-columns.ts";
import { hasKeyOf, KEY_PREFIX_BYTES } from "@/server/core/encryption.ts";
import { invalidEnvironment } from "@/server/core/env/env.ts";

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
