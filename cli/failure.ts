/** What the program ends with. */
export const EXIT = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  rejected: 3,
  stillPending: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One thing that is wrong in one place: a field, a file. */
export interface Problem {
  path: string;
  message: string;
}

export interface FailureDetails {
  /** A word that programs can tell the failure by; the API's own code where it is the API that refused. */
  code: string;
  message: string;
  /** What to do next. No failure comes without it. */
  hint: string;
  exitCode?: ExitCode;
  problems?: Problem[];
  status?: number;
  requestId?: string;
}

/** Why the program could not do what it was asked to. */
export class Failure extends Error {
  readonly details: FailureDetails;

  constructor(details: FailureDetails) {
    super(details.message);
    this.name = "Failure";
    this.details = details;
  }

  get exitCode(): ExitCode {
    return this.details.exitCode ?? EXIT.failed;
  }
}

/** The command line itself is wrong. */
export const wrongUsage = (message: string, hint: string) =>
  new Failure({ code: "WRONG_USAGE", message, hint, exitCode: EXIT.wrongUsage });

/** The person asked to stop: what that means for the work, and how to go on. */
export const interrupted = (message: string, hint: string) =>
  new Failure({ code: "INTERRUPTED", message, hint, exitCode: EXIT.interrupted });
