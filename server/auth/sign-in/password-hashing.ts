import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { processSingleton } from "@/db/client.ts";
import { PASSWORD_HASH_COST } from "@/db/password.ts";
import {
  type ConcurrencyLimit,
  type QueueShare,
  withConcurrencyLimit,
} from "@/server/core/concurrency-limit.ts";
import { withTimeout } from "@/server/core/timeouts.ts";
import { AppError } from "@/shared/errors.ts";

/**
 * Limit of password hashing in each process. A hash takes 64 MiB and a tenth of a second of two CPUs, so more
 * concurrency would only slow down pages. The queue is as long as a slow machine can serve within the wait limit. Each
 * client address has a share of it, so that guesses do not push out other users; known devices go first.
 */
export const PASSWORD_HASH_LIMIT: ConcurrencyLimit = {
  name: "password-hashes",
  maxRunning: 2,
  maxQueued: 16,
  maxWaitMs: 3_000,
  createError: () => unavailable("Too many sign-ins in progress. Try again shortly."),
};

/** Password hash for storage: argon2id with a random salt, in PHC string format. @throws AppError `UNAVAILABLE` */
export function hashPassword(password: string): Promise<string> {
  return withConcurrencyLimit(
    PASSWORD_HASH_LIMIT,
    () => run<string>({ password: password.normalize("NFKC"), passwordHash: null }),
    { name: "new passwords" },
  );
}

/**
 * True if a typed password matches a hash. Null, for an unknown user, costs the same work and never matches. A password
 * that NFKC changes is also checked as typed, because older hashes were made without NFKC. The work depends only on the
 * typed text.
 * @param share whose part of the queue it takes: a client address, or a known device or user
 * @throws AppError `UNAVAILABLE`, for unknown users too
 */
export function verifyPassword(
  passwordHash: string | null,
  typed: string,
  share: QueueShare,
): Promise<boolean> {
  const spellings = new Set([typed.normalize("NFKC"), typed]);
  const matchesOne = async () => {
    for (const password of spellings) {
      const matches = await run<boolean>({ password, passwordHash: passwordHash ?? UNKNOWN_USER_HASH });
      if (matches) return passwordHash !== null;
    }
    return false;
  };
  return withConcurrencyLimit(PASSWORD_HASH_LIMIT, matchesOne, share);
}

/** Hash of a random password at `PASSWORD_HASH_COST`, checked for unknown users to equalize the time. */
const UNKNOWN_USER_HASH =
  "$argon2id$v=19$m=65536,t=3,p=4$KYa2xcqWxjBm70wfj3OF1Q$hOa9jpS5AQsnMpKqhk7uWzN2uBd07CPFnelen3tKtX4";

interface Work {
  password: string;
  /** Null for a new hash. */
  passwordHash: string | null;
}

type Answer = { id: number; result: unknown } | { id: number; error: string };

interface HashProcess {
  child: ChildProcess | null;
  lastId: number;
  pending: Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>;
  idleTimer: NodeJS.Timeout | undefined;
}

/** Time after which the process counts as hung and is replaced. A busy machine takes seconds for a hash. */
const HASH_TIMEOUT_MS = 15_000;

/** Time after which an idle process ends; it occupies 50 MB. */
const IDLE_TIMEOUT_MS = 60_000;

const hashProcess = () =>
  processSingleton(
    "password-process",
    (): HashProcess => ({ child: null, lastId: 0, pending: new Map(), idleTimer: undefined }),
  );

/**
 * Password hashing in a child process, which leaves libuv's threads to files and compression, and returns its memory
 * when it ends.
 */
async function run<T>(work: Work): Promise<T> {
  const state = hashProcess();
  clearTimeout(state.idleTimer);
  state.child ??= start(state);
  const { child } = state;
  const id = ++state.lastId;
  const answer = new Promise<unknown>((resolve, reject) => {
    state.pending.set(id, { resolve, reject });
    keepAlive(child, true);
    child.send({ id, ...work, cost: PASSWORD_HASH_COST }, (error) => error && reject(ended()));
  });
  try {
    return (await withTimeout(answer, HASH_TIMEOUT_MS, () => {
      child.kill("SIGKILL");
      return ended();
    })) as T;
  } finally {
    state.pending.delete(id);
    if (state.pending.size === 0) {
      keepAlive(child, false);
      state.idleTimer = setTimeout(stopIdle, IDLE_TIMEOUT_MS, state).unref();
    }
  }
}

/** Starts the child process without the environment, which contains secrets. */
function start(state: HashProcess): ChildProcess {
  const program = join(fileURLToPath(import.meta.url), "..", "password-process.mjs");
  const child = fork(/* turbopackIgnore: true */ program, {
    env: {} as NodeJS.ProcessEnv,
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.on("message", (answer: Answer) => {
    const waiting = state.pending.get(answer.id);
    if ("error" in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.result);
  });
  const forget = () => {
    if (state.child !== child) return;
    state.child = null;
    for (const { reject } of state.pending.values()) reject(ended());
  };
  for (const event of ["error", "exit", "disconnect"]) child.once(event, forget);
  return child;
}

/** Keeps this process running while a hash is pending, and lets it end otherwise. */
function keepAlive(child: ChildProcess, isPending: boolean): void {
  for (const handle of [child, child.channel]) {
    if (isPending) handle?.ref();
    else handle?.unref();
  }
}

function stopIdle(state: HashProcess): void {
  const { child } = state;
  state.child = null;
  if (child?.connected) child.disconnect();
}

const ended = () => unavailable("Passwords cannot be verified right now. Try again shortly.");

const unavailable = (detail: string) => new AppError("UNAVAILABLE", detail, { retryAfterSeconds: 2 });
