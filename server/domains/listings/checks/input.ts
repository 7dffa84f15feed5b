import { z } from "zod";
import { MAX_REASON_LENGTH } from "@/shared/bounds.ts";
import { multilineText, reference, SHA256 } from "@/shared/text/text.ts";

export const ChecksOf = z.object({ listingId: reference() });
export type ChecksOf = z.output<typeof ChecksOf>;

const sha256 = z
  .string({ error: "must be a string" })
  .regex(SHA256, "must be a SHA-256 in lowercase hexadecimal digits");

/** Block of an archive by its digest. `listingId` is the listing under review. */
export const BlockArchive = z.object({
  sha256,
  reason: multilineText(MAX_REASON_LENGTH),
  listingId: reference().optional(),
});
export type BlockArchive = z.output<typeof BlockArchive>;

export const UnblockArchive = z.object({ sha256 });
export type UnblockArchive = z.output<typeof UnblockArchive>;
