import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const RANDOM_BYTES = 16;
/** Asking for random bytes costs more than all else about an identifier, however few they are. */
const pool = Buffer.alloc(256 * RANDOM_BYTES);
let used = pool.length;

let msecs = 0;
let seq = 0;

/** A UUID of version 7 (RFC 9562), greater than all that this module made before it. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // One bit less than it has room for, so that it never runs over within a millisecond.
    seq = random.readUInt32BE() >>> 1;
  } else {
    seq += 1;
  }
  return v7({ random, msecs, seq });
}
