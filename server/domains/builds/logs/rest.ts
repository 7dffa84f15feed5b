import { z } from "zod";
import { TextDownloadBody } from "@/server/http/download.ts";
import { route } from "@/server/http/route.ts";
import { workerRoute } from "@/server/http/worker-route.ts";
import { pathId } from "@/shared/text/text.ts";
import { enterTenantOfBuild } from "../records/service.ts";
import { appendLog } from "./append.ts";
import { openLog } from "./download.ts";
import { AppendLog } from "./input.ts";
import { LogReceipt } from "./view.ts";

const MAX_APPEND_BYTES = 2 * 1_048_576;

export const appendBuildLog = workerRoute({
  verb: "log",
  summary: "Append to the log of a build (build workers only)",
  body: AppendLog,
  limitBytes: MAX_APPEND_BYTES,
  response: LogReceipt,
  act: appendLog,
});

export const downloadBuildLog = route({
  method: "GET",
  path: "/api/builds/{buildId}/log",
  summary: "Download the log of a build",
  credential: "token-or-session",
  permission: "BUILDS_READ",
  params: z.object({ buildId: pathId() }),
  status: 200,
  response: TextDownloadBody,
  handle: async ({ ctx, params: { buildId } }) => openLog(await enterTenantOfBuild(ctx, buildId), buildId),
});
