import { hash, verify } from "@node-rs/argon2";

/** The hash under which a password is stored: argon2id with a salt of its own, in PHC's string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether `password` is the one behind `passwordHash`; the cost is the one that stands in the hash. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

/** RFC 9106, section 4, second recommended option: 64 MiB, three passes, four lanes. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 4 } as const;
