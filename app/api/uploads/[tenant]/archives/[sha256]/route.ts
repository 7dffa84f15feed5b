import { uploadArchive } from "@/server/domains/items/archives/upload.ts";
import { sessionUploadRoute } from "@/server/http/session-route.ts";
import { notFound } from "@/shared/errors.ts";
import { ARCHIVE_LIMITS } from "@/shared/plugin/limits.ts";
import { SHA256 } from "@/shared/text/text.ts";

const RULE = {
  mediaTypes: ["application/gzip"],
  limitBytes: ARCHIVE_LIMITS.packedBytes,
  limit: "archives",
} as const;

type Params = { params: Promise<{ tenant: string; sha256: string }> };

/** Upload of a plugin's archive from the submission page. */
export async function PUT(request: Request, { params }: Params): Promise<Response> {
  const { tenant, sha256 } = await params;
  const takeArchive = sessionUploadRoute(RULE, tenant, async (ctx, bytes) => {
    if (!SHA256.test(sha256)) throw notFound("archive");
    const { archive, isNew } = await uploadArchive(ctx, { sha256, bytes });
    return Response.json(archive, { status: isNew ? 201 : 200 });
  });
  return takeArchive(request);
}
