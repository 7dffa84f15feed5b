import { createContext } from "@/server/core/context.ts";
import { exportAudit } from "@/server/domains/audit/export.ts";
import { ExportAudit } from "@/server/domains/audit/input.ts";
import { exportRoute } from "@/server/http/session-route.ts";

/** Export of the audit log, filtered like its page, as a stream. */
export const GET = exportRoute(ExportAudit, async (user, requestId, input) => ({
  name: "audit-log",
  pieces: exportAudit(createContext(user, requestId), input),
}));
