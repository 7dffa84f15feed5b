import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type Orm, processSingleton } from "@/db/client.ts";
import { decryptSecret } from "@/server/core/encryption.ts";
import { createSecretMaskInSlices, type SecretMask } from "@/shared/text/mask-secrets.ts";
import { decryptAssignment } from "./build-variables.ts";
import { variableSubject } from "./service.ts";

/** Limit of all cached masks in UTF-16 units: a worker appends to its log several times a second. */
const MAX_CACHED_UNITS = 33_554_432;

/**
 * Mask of the secrets that the output of a build may contain: those that it got with its claim, and those that its app has
 * now, for build servers that claim nothing. Null without any.
 * @throws AppError `UNAVAILABLE` if one cannot be decrypted: output is not stored unmasked
 */
export async function findSecretMask(
  reader: Pick<Orm, "execute">,
  buildId: string,
): Promise<SecretMask | null> {
  const rows = await reader.execute<StoredSecret>(sql`
    select null as app_id, null as name, encrypted from build_variables
    where build_id = ${buildId} and encrypted is not null
    union all
    select app_variables.app_id, name, encrypted from builds join app_variables using (app_id)
    where builds.id = ${buildId} and is_secret`);
  if (rows.length === 0) return null;
  const key = createHash("sha256");
  for (const { encrypted } of rows) key.update(encrypted);
  const id = key.digest("base64");
  const cached = masks().get(id);
  if (cached) return cached.mask;
  const started = openMasks().get(id);
  if (started) return started;
  const secrets = rows.flatMap((row) => decryptStored(row, buildId));
  const creation = createSecretMaskInSlices(secrets).finally(() => openMasks().delete(id));
  openMasks().set(id, creation);
  const mask = await creation;
  masks().set(id, { mask });
  return mask;
}

/** Masks that are being created, each once for all who wait for it. */
const openMasks = () =>
  processSingleton("open secret masks", () => new Map<string, Promise<SecretMask | null>>());

type StoredSecret = Record<string, unknown> & { encrypted: Uint8Array } & (
    | { app_id: string; name: string }
    | { app_id: null; name: null }
  );

function decryptStored({ app_id, name, encrypted }: StoredSecret, buildId: string): string[] {
  if (app_id === null) return Object.values(decryptAssignment(encrypted, buildId));
  return [decryptSecret(encrypted, variableSubject(app_id, name))];
}

const masks = () =>
  processSingleton(
    "secret masks",
    () =>
      new LRUCache<string, { mask: SecretMask | null }>({
        maxSize: MAX_CACHED_UNITS,
        sizeCalculation: ({ mask }) => (mask?.size ?? 0) + 1_024,
      }),
  );
