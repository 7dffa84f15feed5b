import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";
import { databaseNow } from "@/db/clock.ts";

const RANDOM_BYTES = 16;
/** Pool of random bytes: one call of the system's generator for 256 identifiers, which costs as much as for one. */
const pool = Buffer.alloc(256 * RANDOM_BYTES);
let used = pool.length;

let msecs = 0;
let seq = 0;

/** UUID version 7 (RFC 9562), greater than every one that this process created before. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  const now = databaseNow().getTime();
  if (now > msecs) {
    msecs = now;
    // 31 bits, so that the 32-bit counter cannot overflow within a millisecond.
    seq = random.readUInt32BE() >>> 1;
  } else {
    seq += 1;
  }
  return v7({ random, msecs, seq });
}
