import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PASSWORD_HASH_COST } from "@/db/password.ts";
import { callChild } from "@/server/core/child-program.ts";
import {
  type ConcurrencyLimit,
  type QueueShare,
  withConcurrencyLimit,
} from "@/server/core/concurrency-limit.ts";
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

/** A busy machine takes seconds for a hash. */
const HASH_TIMEOUT_MS = 15_000;

/** Password hashing in a child process, which leaves libuv's threads to files and compression. */
const run = <T>(work: Work): Promise<T> =>
  callChild(
    {
      name: "passwords",
      module: join(fileURLToPath(import.meta.url), "..", "password-process.mjs"),
      timeoutMs: HASH_TIMEOUT_MS,
      createError: () => unavailable("Passwords cannot be verified right now. Try again shortly."),
    },
    { ...work, cost: PASSWORD_HASH_COST },
  );

const unavailable = (detail: string) => new AppError("UNAVAILABLE", detail, { retryAfterSeconds: 2 });
