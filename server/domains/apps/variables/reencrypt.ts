import { and, eq, isNotNull, sql } from "drizzle-orm";
import { appVariables } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { currentKeyPrefix, decryptSecret, encryptSecret } from "@/server/core/encryption.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { variableSubject } from "./service.ts";

const BATCH_SIZE = 200;

/**
 * Encrypts the secrets of apps again that were encrypted with an earlier key, so that the earlier key can be removed from
 * `SECRETS_KEY`. Not audited, as no value changes.
 * @throws AppError `UNAVAILABLE` for a secret whose key is missing
 */
export async function reencryptSecrets(ctx: Context): Promise<void> {
  const prefix = currentKeyPrefix();
  if (!prefix) return;
  const reencryptBatch = () =>
    writeUnaudited(ctx, async (tx) => {
      const rows = await tx
        .select({ appId: appVariables.appId, name: appVariables.name, encrypted: appVariables.encrypted })
        .from(appVariables)
        .where(
          and(
            isNotNull(appVariables.encrypted),
            sql`substring(${appVariables.encrypted} for ${prefix.length}::integer) <> ${prefix}`,
          ),
        )
        .limit(BATCH_SIZE)
        .for("update");
      for (const { appId, name, encrypted } of rows) {
        if (!encrypted) continue;
        const subject = variableSubject(appId, name);
        await tx
          .update(appVariables)
          .set({ encrypted: encryptSecret(decryptSecret(encrypted, subject), subject) })
          .where(and(eq(appVariables.appId, appId), eq(appVariables.name, name)));
      }
      return rows.length;
    });
  while ((await reencryptBatch()) === BATCH_SIZE);
}
