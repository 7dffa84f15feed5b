import { Failure } from "../failure.ts";
import type { Session } from "../session.ts";

export interface Polling<T> {
  read: () => Promise<T>;
  /** Whether there is nothing more to wait for. */
  isOver: (state: T) => boolean;
  onState: (state: T) => void;
  /** Null for as long as it takes. */
  timeoutMs: number | null;
}

const MIN_BACKOFF_MS = 2_000;
const MAX_PAUSE_MS = 15_000;
/** How long a platform that is away is waited for, beyond what each request tries by itself. */
const LONGEST_SILENCE_MS = 300_000;

/**
 * Asks again and again, less often as time goes by, until it is over or the time is up; resolves with the last state.
 * A platform that is away for a while is waited for. When nobody reads what comes of it any more, its time is up.
 */
export async function poll<T>(session: Session, first: T, polling: Polling<T>): Promise<T> {
  const { read, isOver, onState, timeoutMs } = polling;
  const deadline = timeoutMs === null ? Number.POSITIVE_INFINITY : session.now() + timeoutMs;
  let state = first;
  let pauseMs = MIN_BACKOFF_MS;
  let heardAt = session.now();
  onState(state);
  while (!isOver(state) && session.now() < deadline && !session.unread.aborted) {
    await session.delay(Math.min(pauseMs, Math.max(0, deadline - session.now())), session.unread);
    pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 1.25);
    try {
      state = await read();
      heardAt = session.now();
      onState(state);
    } catch (error) {
      if (!isAway(error) || session.now() - heardAt > LONGEST_SILENCE_MS) throw error;
    }
  }
  return state;
}

const isAway = (error: unknown): boolean =>
  error instanceof Failure && ["UNREACHABLE", "UNAVAILABLE", "RATE_LIMITED"].includes(error.details.code);
