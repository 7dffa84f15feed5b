import { buildArtifacts } from "@/db/schema/index.ts";
import { getUnfinishedBuild } from "../build-records/find.ts";
import type { Context } from "../platform/context.ts";
import { validationFailed } from "../platform/errors.ts";
import { mutate, read } from "../platform/mutate.ts";
import { objectStore } from "../storage/object-store.ts";
import type { UploadArtifact } from "./input.ts";
import { artifactKey, artifactPath } from "./path.ts";
import type { StoredArtifact } from "./view.ts";

/**
 * Stores the artifact of a build that has not ended. It counts once the worker reports its path; an upload that is
 * repeated gets a path of its own, so what was reported never changes.
 * @throws AppError `NOT_FOUND`, `BUILD_ALREADY_FINISHED`; `VALIDATION_FAILED` for an empty or broken body; `UNAVAILABLE`
 */
export async function storeArtifact(
  ctx: Context,
  buildId: string,
  { fileName }: UploadArtifact,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredArtifact> {
  const { tenantId } = await read(ctx, (tx) => getUnfinishedBuild(tx, buildId));
  const artifact = { id: ctx.newId(), tenantId, buildId, fileName };
  const { sizeBytes, sha256 } = await objectStore().put(artifactKey(artifact), notEmpty(bytes));
  await mutate(ctx, "build.store_artifact", async (tx) => {
    await tx.insert(buildArtifacts).values({ ...artifact, sizeBytes, sha256, storedAt: ctx.now() });
    const after = { fileName, sizeBytes, sha256 };
    return { result: undefined, audit: { type: "build", id: buildId, tenantId, after } };
  });
  return { artifactPath: artifactPath(artifact), sizeBytes: String(sizeBytes), sha256 };
}

async function* notEmpty(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isEmpty = true;
  for await (const chunk of bytes) {
    isEmpty &&= chunk.byteLength === 0;
    yield chunk;
  }
  if (isEmpty) throw validationFailed([{ path: "", message: "the artifact is empty" }]);
}
