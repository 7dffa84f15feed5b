import { type Access, type AccessOptions, readAccess } from "./api/access.ts";
import { type Api, connect } from "./api/api.ts";
import { type ExitCode, Failure, interrupted } from "./failure.ts";
import type { Reporter } from "./terminal/reporter.ts";
import type { Surroundings } from "./terminal/terminal.ts";

/** What every command is given. */
export interface Session extends Surroundings {
  reporter: Reporter;
}

/** A command's work; it ends with `EXIT.done` unless it says otherwise. */
export type Work = Promise<ExitCode | undefined>;

/** The API for the options of a command, or for the environment. */
export function openApi(session: Session, options: AccessOptions): Api {
  const access = readAccess(options, session.env);
  warnOfPlainHttp(session, access);
  return connect(access, session, session.reporter.note);
}

function warnOfPlainHttp({ reporter }: Session, { baseUrl }: Access): void {
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  if (protocol === "http:" && !isLocal) {
    reporter.warn(`${baseUrl} is not encrypted: others on the way can read the token. Use https.`);
  }
}

/** The work; when the person stops it, it ends with what that means for it. */
export async function unlessStopped<T>(
  { signal }: Session,
  work: Promise<T>,
  told: { message: string; hint: string },
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isStopped = signal.aborted && !(error instanceof Failure);
    throw isStopped ? interrupted(told.message, told.hint) : error;
  }
}
