import { and, asc, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { buildArtifacts, builds } from "@/db/schema/index.ts";
import type { Context } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";
import { objectStore } from "../storage/object-store.ts";
import { artifactKey } from "./path.ts";

const KEPT_MS = 24 * 3_600_000;
const AT_ONCE = 200;

/** Deletes uploads of a day ago that no report named: of builds that ended without them. */
export async function purgeUnreportedArtifacts(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - KEPT_MS);
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
      .limit(AT_ONCE),
  );
  if (unreported.length === 0) return;
  const ids = unreported.map(({ id }) => id);
  // The rows go first: no row ever stands without its object.
  await read(ctx, (tx) => tx.delete(buildArtifacts).where(inArray(buildArtifacts.id, ids)));
  for (const artifact of unreported) await objectStore().delete(artifactKey(artifact));
}
