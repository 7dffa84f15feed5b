import { type SQL, sql } from "drizzle-orm";
import { ENCRYPTED_COLUMNS, type EncryptedColumn, type EncryptionSubject } from "@/db/encrypted-columns.ts";
import type { Context } from "./context.ts";
import { currentKeyPrefix, decryptSecret, encryptSecret } from "./encryption.ts";
import { read } from "./transactions.ts";

const BATCH_SIZE = 200;

/**
 * Encrypts the secrets again that were encrypted with an earlier key, so that the earlier key can be removed from
 * `SECRETS_KEY`. A job runs this. Not audited, as no value changes.
 * @throws AppError `UNAVAILABLE` for a secret whose key is missing
 */
export async function reencryptSecrets(ctx: Context): Promise<void> {
  const prefix = currentKeyPrefix();
  if (!prefix) return;
  for (const column of ENCRYPTED_COLUMNS) {
    while ((await reencryptBatch(ctx, column, prefix)) === BATCH_SIZE);
  }
}

function reencryptBatch(
  ctx: Context,
  { table, column, subject, keys }: EncryptedColumn,
  prefix: Buffer,
): Promise<number> {
  const [from, value] = [sql.identifier(table), sql.identifier(column)];
  const parts: SQL[] = keys.map((key) => sql`${sql.identifier(key)}`);
  return read(ctx, async (tx) => {
    const rows = await tx.execute<{ ctid: string; subject: EncryptionSubject; encrypted: Uint8Array }>(sql`
      select ctid::text, concat_ws(' ', ${subject}::text, ${sql.join(parts, sql`, `)}) as subject, ${value} as encrypted
      from ${from} where ${value} is not null and substring(${value} for ${prefix.length}::integer) <> ${prefix}
      limit ${BATCH_SIZE} for update`);
    for (const row of rows) {
      const encrypted = encryptSecret(decryptSecret(row.encrypted, row.subject), row.subject);
      // The lock keeps the row in its place.
      await tx.execute(sql`update ${from} set ${value} = ${encrypted} where ctid = ${row.ctid}::tid`);
    }
    return rows.length;
  });
}
