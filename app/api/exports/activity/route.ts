import { enterTenantBySlug } from "@/server/auth/tenant-access.ts";
import { createContext } from "@/server/core/context.ts";
import { exportActivity } from "@/server/domains/audit/activity.ts";
import { ExportActivity } from "@/server/domains/audit/input.ts";
import { exportRoute } from "@/server/http/session-route.ts";
import { Slug } from "@/shared/text/fields.ts";

/** Export of a workspace's activity log, filtered like its page, as a stream. */
export const GET = exportRoute(ExportActivity.extend({ tenant: Slug }), async (user, requestId, input) => {
  const ctx = await enterTenantBySlug(createContext(user, requestId), user.userId, input.tenant);
  return { name: `activity-${input.tenant}`, pieces: exportActivity(ctx, input) };
});
