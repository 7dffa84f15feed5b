import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import type { Session } from "@/server/auth/sessions/load-session.ts";
import { findRequestSession } from "@/server/auth/sessions/session-cookie.ts";
import { database } from "@/server/core/context.ts";
import { log } from "@/server/core/log.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "@/server/core/timeouts.ts";
import { toAppError } from "@/shared/errors.ts";
import { requestIdOf } from "../http/problem.ts";

/** Access to a page, decided before it renders. */
export type PageAccess = "open" | "second-factor" | "sign-in" | "absent" | "unavailable";

/** Public areas whose pages need the database. */
const PUBLIC_AREAS = new Set(["marketplace", "invite", "unsubscribe", "reset-password", "verify-email"]);
const PRIVATE_AREAS = new Set(["admin", "builder", "account", "dashboard"]);

/**
 * Access check of a page by path and session. Pages and services check again, but Next streams their refusal after a
 * status of 200; this check runs before the response starts. Public pages only need the database. Errors other than an
 * unavailable database are left to the page.
 */
export async function checkPageAccess(path: string, headers: Headers): Promise<PageAccess> {
  const [area, tenant] = path.split("/").slice(1);
  const isPublic = PUBLIC_AREAS.has(area ?? "");
  if (!isPublic && !PRIVATE_AREAS.has(area ?? "")) return "open";
  try {
    if (isPublic) {
      await requireDatabase();
      return "open";
    }
    const session = await findRequestSession(headers);
    const user = await session?.enrollee();
    if (!session || !user) return "sign-in";
    storeSession(session, headers);
    if (path === SECOND_FACTOR_PATH) return "open";
    if ((await session.owner().catch(toRefusal)) === null) return "second-factor";
    if (area === "admin") return user.isSuperAdmin ? "open" : "absent";
    if (area !== "builder" || !tenant) return "open";
    const tenants = await session.memberships();
    return tenants.some(({ slug }) => slug === tenant) ? "open" : "absent";
  } catch (error) {
    const { kind } = toAppError(error);
    log().error({ err: error, path, requestId: requestIdOf(headers) }, "the access check of a page failed");
    return kind === "SERVICE_UNAVAILABLE" ? "unavailable" : "open";
  }
}

/** Path of the page that sets up a second factor, the only page for a Super Admin without the required factor. */
export const SECOND_FACTOR_PATH = "/account/security";

/** Null for the refusal of a user without a second factor. */
function toRefusal(error: unknown): null {
  if (toAppError(error).reason === "SET_UP_SECOND_FACTOR") return null;
  throw error;
}

/** Time for which the database counts as available after an answer, so that most pages run no additional query. */
const DATABASE_CHECK_TTL_MS = 1_000;

/**
 * Health check of the database, cached for `DATABASE_CHECK_TTL_MS`. Concurrent calls share one query.
 * @throws AppError `UNAVAILABLE` after `RESPONSE_TIMEOUT_MS`; the driver's error
 */
export async function requireDatabase(): Promise<void> {
  const check = processSingleton("database-check", (): DatabaseCheck => ({ passedAt: -Infinity }));
  if (performance.now() - check.passedAt < DATABASE_CHECK_TTL_MS) return;
  check.running ??= withTimeout(pingDatabase(check), RESPONSE_TIMEOUT_MS).finally(() => {
    check.running = undefined;
  });
  return check.running;
}

interface DatabaseCheck {
  passedAt: number;
  running?: Promise<void> | undefined;
}

async function pingDatabase(check: DatabaseCheck): Promise<void> {
  await database().systemDb.sql`select 1`;
  check.passedAt = performance.now();
}

/** Time for which a handed-over session is used without another lookup. */
const HANDOVER_TTL_MS = 5_000;

/**
 * Session hand-over from the access check to the rendering page, so that a session is looked up once. The two share a
 * process but no modules. The key is the request's nonce, which the client cannot know.
 */
export function storeSession(session: Session, headers: Headers): void {
  const nonce = headers.get("x-nonce");
  if (nonce) sessions().set(nonce, { session, expiresAt: performance.now() + HANDOVER_TTL_MS });
}

/** Takes the handed-over session of a request, once; undefined if there is none. */
export function takeSession(headers: Headers): Session | undefined {
  const nonce = headers.get("x-nonce") ?? "";
  const stored = sessions().get(nonce);
  sessions().delete(nonce);
  return stored && performance.now() < stored.expiresAt ? stored.session : undefined;
}

const sessions = () =>
  processSingleton(
    "sessions-of-pages",
    () => new LRUCache<string, { session: Session; expiresAt: number }>({ max: 1_000 }),
  );
