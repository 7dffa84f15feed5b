import { exportAudit } from "@/server/audit/export.ts";
import { ExportAudit } from "@/server/audit/input.ts";
import { exportRoute } from "@/server/http/session-route.ts";
import { createContext } from "@/server/platform/context.ts";

/** Export of the audit log, filtered like its page, as a stream. */
export const GET = exportRoute(ExportAudit, async (user, requestId, input) => ({
  name: "audit-log",
  pieces: exportAudit(createContext(user, requestId), input),
}));
