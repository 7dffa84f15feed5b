import { hash } from "@node-rs/argon2";

/** Cost of a password hash: RFC 9106, section 4, second recommended option: 64 MiB, three passes, four lanes. */
export const PASSWORD_HASH_COST = { memoryCost: 65_536, timeCost: 3, parallelism: 4 } as const;

/**
 * Password hash of demo accounts: argon2id with a random salt, in PHC string format. Runs on libuv's threads of this
 * process; servers use `server/auth/sign-in/password-hashing.ts`.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), PASSWORD_HASH_COST);
}
