import { eq, sql } from "drizzle-orm";
import { totpFactors } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { currentKeyPrefix, encryptSecret } from "@/server/core/encryption.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { decryptTotp, totpSubject } from "./verify-code.ts";

const BATCH_SIZE = 200;

/** Encrypts TOTP secrets again that were encrypted with an earlier key. @throws AppError `UNAVAILABLE` if that is missing */
export async function reencryptTotp(ctx: Context): Promise<void> {
  const prefix = currentKeyPrefix();
  if (!prefix) return;
  const reencryptBatch = () =>
    writeUnaudited(ctx, async (tx) => {
      const rows = await tx
        .select()
        .from(totpFactors)
        .where(sql`substring(${totpFactors.encrypted} for ${prefix.length}::integer) <> ${prefix}`)
        .limit(BATCH_SIZE)
        .for("update");
      for (const row of rows) {
        const encrypted = encryptSecret(decryptTotp(row), totpSubject(row.userId));
        await tx.update(totpFactors).set({ encrypted }).where(eq(totpFactors.userId, row.userId));
      }
      return rows.length;
    });
  while ((await reencryptBatch()) === BATCH_SIZE);
}
