import { z } from "zod";
import { DownloadBody } from "@/server/http/download.ts";
import { route } from "@/server/http/route.ts";
import { pathId, plainText } from "@/shared/text/text.ts";
import { openInput } from "./build-inputs.ts";

export const downloadBuildInput = route({
  method: "GET",
  path: "/api/builds/{buildId}/inputs/{sha256}",
  summary: "Download an input of a claimed build (build workers only)",
  credential: "build-secret",
  params: z.object({ buildId: pathId(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  query: z.object({ workerId: plainText(128, 1) }),
  errors: ["INVALID_TRANSITION"],
  status: 200,
  response: DownloadBody,
  handle: ({ ctx, params, query }) => openInput(ctx, { ...params, ...query }),
});
