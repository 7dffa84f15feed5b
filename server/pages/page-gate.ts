import { findRequestSession } from "../auth/session-cookie.ts";
import { requestIdOf } from "../http/problem.ts";
import { toAppError } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { requireDatabase } from "./require-database.ts";
import { storeSession } from "./session-handover.ts";

/** What the reader of a page is told before the page looks for itself. */
export type PageAccess = "open" | "sign-in" | "absent" | "unavailable";

/**
 * Judges whether anything below a path may exist for whoever asks. Pages and services judge by themselves;
 * this gives their refusal its status where Next would not: it answers a request for a page's data with 200 and
 * streams the refusal after it. The same goes for public pages that show what the database holds. Without it nobody can be
 * judged and nothing shown; whatever else fails is left to the page.
 */
export async function checkPageAccess(path: string, headers: Headers): Promise<PageAccess> {
  const [area, tenant] = path.split("/").slice(1);
  const isPublic = area === "marketplace" || area === "invite";
  if (!isPublic && area !== "admin" && area !== "builder") return "open";
  try {
    if (isPublic) {
      await requireDatabase();
      return "open";
    }
    const session = await findRequestSession(headers);
    const user = await session?.owner();
    if (!session || !user) return "sign-in";
    storeSession(session, headers);
    if (area === "admin") return user.isSuperAdmin ? "open" : "absent";
    if (!tenant) return "open";
    const tenants = await session.memberships();
    return tenants.some(({ slug }) => slug === tenant) ? "open" : "absent";
  } catch (error) {
    const { kind } = toAppError(error);
    log().error({ err: error, path, requestId: requestIdOf(headers) }, "a page was not judged beforehand");
    return kind === "SERVICE_UNAVAILABLE" ? "unavailable" : "open";
  }
}
