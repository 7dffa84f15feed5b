import { z } from "zod";
import { DryRunQuery } from "@/server/http/parse-input.ts";
import { route } from "@/server/http/route.ts";
import { ARCHIVE_LIMITS } from "@/shared/plugin/limits.ts";
import { SHA256 } from "@/shared/text/text.ts";
import { ArchiveView, dryRunUpload, uploadArchive } from "./upload.ts";

export const putArchive = route({
  method: "PUT",
  path: "/api/marketplace/archives/{sha256}",
  summary: "Upload a plugin archive by its SHA-256",
  credential: "token",
  permission: "MARKETPLACE_PUBLISH",
  params: z.object({ sha256: z.string().regex(SHA256) }),
  query: DryRunQuery,
  upload: { mediaTypes: ["application/gzip"], limitBytes: ARCHIVE_LIMITS.packedBytes },
  limit: "archives",
  errors: ["ARCHIVE_REJECTED"],
  status: 201,
  otherStatuses: [200],
  response: ArchiveView,
  handle: async ({ ctx, params, query, bytes }) => {
    const upload = { sha256: params.sha256, bytes };
    if (query.dryRun === "true") return { body: await dryRunUpload(ctx, upload), status: 200 };
    const { archive, isNew } = await uploadArchive(ctx, upload);
    return { body: archive, status: isNew ? 201 : 200 };
  },
});
