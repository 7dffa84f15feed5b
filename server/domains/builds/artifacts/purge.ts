import { and, asc, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { buildArtifacts, builds } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { DAY_MS } from "@/shared/time.ts";
import { artifactKey } from "./service.ts";

const RETENTION_MS = DAY_MS;
const BATCH_SIZE = 200;

/** Garbage collection: deletes artifacts of ended builds that no report named, `RETENTION_MS` after the upload. */
export async function purgeUnreportedArtifacts(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - RETENTION_MS);
  const unreported = await read(ctx, (tx) =>
    tx
      .select({
        id: buildArtifacts.id,
        tenantId: buildArtifacts.tenantId,
        buildId: buildArtifacts.buildId,
      })
      .from(buildArtifacts)
      .innerJoin(builds, eq(builds.id, buildArtifacts.buildId))
      .where(
        and(
          lt(buildArtifacts.storedAt, before),
          isNotNull(builds.finishedAt),
          or(
            sql`${builds.artifactPath} is null`,
            sql`${builds.artifactPath} not like 'artifacts/' || ${builds.id} || '/' || ${buildArtifacts.id} || '/%'`,
          ),
        ),
      )
      .orderBy(asc(buildArtifacts.storedAt))
      .limit(BATCH_SIZE),
  );
  if (unreported.length === 0) return;
  const ids = unreported.map(({ id }) => id);
  // Rows before objects: a row never lacks its object.
  await writeUnaudited(ctx, (tx) => tx.delete(buildArtifacts).where(inArray(buildArtifacts.id, ids)));
  for (const artifact of unreported) await objectStore().delete(artifactKey(artifact));
}
