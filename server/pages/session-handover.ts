import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import type { Session } from "../auth/sessions.ts";

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
