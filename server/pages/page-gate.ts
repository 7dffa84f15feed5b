import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { findRequestSession } from "../auth/session-cookie.ts";
import type { Session } from "../auth/sessions.ts";
import { requestIdOf } from "../http/problem.ts";
import { database } from "../platform/context.ts";
import { toAppError } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "../platform/timeouts.ts";

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

/** For so long a database that has answered counts as there, so that pages ask for nothing beside what they show. */
const DATABASE_CHECK_TTL_MS = 1_000;

/**
 * Resolves where the database answers, and asks it only when it was not heard of within the last second; those who ask
 * meanwhile wait together.
 * @throws whatever says that it is away, in time to tell the caller
 */
export async function requireDatabase(): Promise<void> {
  const known = processSingleton("database-heard-of", (): Known => ({ at: Number.NEGATIVE_INFINITY }));
  if (performance.now() - known.at < DATABASE_CHECK_TTL_MS) return;
  known.asking ??= withTimeout(ask(known), RESPONSE_TIMEOUT_MS).finally(() => {
    known.asking = undefined;
  });
  return known.asking;
}

interface Known {
  at: number;
  asking?: Promise<void> | undefined;
}

async function ask(known: Known): Promise<void> {
  await database().platform.sql`select 1`;
  known.at = performance.now();
}

/** What was looked up of a session may be believed for no longer than this. */
const HANDOVER_TTL_MS = 5_000;

/**
 * Hands the session of a request whose page was judged to what renders the page, so that nobody is looked up twice. The
 * two share a process but no modules, and know a request by the nonce in its headers, which nobody else does by then.
 */
export function storeSession(session: Session, headers: Headers): void {
  const nonce = headers.get("x-nonce");
  if (nonce) sessions().set(nonce, { session, until: performance.now() + HANDOVER_TTL_MS });
}

/** The session that was handed over with a request; undefined where none was. It is given out once. */
export function takeSession(headers: Headers): Session | undefined {
  const nonce = headers.get("x-nonce") ?? "";
  const kept = sessions().get(nonce);
  sessions().delete(nonce);
  return kept && performance.now() < kept.until ? kept.session : undefined;
}

const sessions = () =>
  processSingleton(
    "sessions-of-pages",
    () => new LRUCache<string, { session: Session; until: number }>({ max: 1_000 }),
  );
