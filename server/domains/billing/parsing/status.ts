import { z } from "zod";

/**
 * Status of a provider's object, one of `statuses` in any case. An unknown one is not guessed: its event fails, and can be
 * processed again by a version that knows it.
 * @param statuses separated by blanks
 */
export function knownStatus(statuses: string) {
  const known = new Set(statuses.toLowerCase().split(/\s+/));
  return z.string().refine((status) => known.has(status.toLowerCase()), { message: "is not a known status" });
}
