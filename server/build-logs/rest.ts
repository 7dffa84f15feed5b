import { z } from "zod";
import { route } from "../http/route.ts";
import { workerRoute } from "../http/worker-route.ts";
import { pathId } from "../platform/text.ts";
import { appendLog } from "./append.ts";
import { AppendLog, LogRange } from "./input.ts";
import { readLog } from "./read.ts";
import { LogPart, LogReceipt } from "./view.ts";

const SLICE_BYTES = 1_048_576;

export const appendBuildLog = workerRoute({
  verb: "log",
  summary: "Append to the log of a build (build workers only)",
  body: AppendLog,
  limitBytes: 2 * SLICE_BYTES,
  response: LogReceipt,
  act: appendLog,
});

export const readBuildLog = route({
  method: "GET",
  path: "/api/builds/{buildId}/log",
  summary: "Get a part of the log of a build",
  credential: "token",
  permission: "BUILDS_READ",
  params: z.object({ buildId: pathId() }),
  query: LogRange,
  status: 200,
  response: LogPart,
  handle: async ({ ctx, params: { buildId }, query: { offset } }) => {
    const slice = await readLog(ctx, { buildId, start: offset, limit: SLICE_BYTES });
    return {
      body: {
        text: slice.text,
        offset: String(slice.start),
        nextOffset: String(slice.end),
        sizeBytes: String(slice.sizeBytes),
        open: slice.isOpen,
        truncated: slice.isTruncated,
      },
      headers: { "Cache-Control": "private, no-cache" },
    };
  },
});
