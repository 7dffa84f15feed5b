import { hash, verify } from "@node-rs/argon2";

/** Password hash for storage: argon2id with a random salt, in PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether `password` matches `passwordHash`, at the cost that the hash names. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

/** RFC 9106, section 4, second recommended option: 64 MiB, three passes, four lanes. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 4 } as const;
