import { z } from "zod";
import { multilineText, reference } from "../platform/text.ts";

/** Which listing's checks. */
export const ChecksOf = z.object({ listingId: reference() });
export type ChecksOf = z.output<typeof ChecksOf>;

const sha256 = z
  .string({ error: "must be a string" })
  .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hexadecimal digits");

/** An archive to be blocked, by its hash, and the listing whose review led to it if one did. */
export const BlockArchive = z.object({
  sha256,
  reason: multilineText(500),
  listingId: reference().optional(),
});
export type BlockArchive = z.output<typeof BlockArchive>;

export const UnblockArchive = z.object({ sha256 });
export type UnblockArchive = z.output<typeof UnblockArchive>;
