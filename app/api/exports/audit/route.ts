import { Readable } from "node:stream";
import { exportAudit } from "@/server/audit/export.ts";
import { ExportAudit } from "@/server/audit/input.ts";
import { consumeRateLimit } from "@/server/auth/rate-limiter.ts";
import { fieldProblems } from "@/server/http/parse-input.ts";
import { sessionRoute } from "@/server/http/session-route.ts";
import { createContext } from "@/server/platform/context.ts";
import { sessionExpired, validationFailed } from "@/server/platform/errors.ts";

const MEDIA_TYPES = { csv: "text/csv; charset=utf-8; header=present", jsonl: "application/jsonl" };

/** Export of the audit log, filtered like its page, as a stream. */
export const GET = sessionRoute(async (request, { user, requestId }) => {
  if (!user) throw sessionExpired();
  await consumeRateLimit("export", user.userId);
  const input = ExportAudit.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const ctx = createContext(user, requestId);
  if (!input.success) throw validationFailed(fieldProblems(input.error));
  const { format } = input.data;
  const pieces = Readable.from(exportAudit(ctx, input.data), { highWaterMark: 1 });
  return new Response(Readable.toWeb(pieces) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": MEDIA_TYPES[format],
      "Content-Disposition": `attachment; filename="audit-log-${ctx.now().toISOString().slice(0, 10)}.${format}"`,
      "Cache-Control": "private, no-store",
    },
  });
});
