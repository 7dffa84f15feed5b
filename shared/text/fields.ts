import { z } from "zod";
import { MAX_CORE_DIGITS, SEMVER_GRAMMAR } from "@/shared/version-key.ts";
import { LISTING_TYPE_SEGMENTS, LISTING_TYPES } from "@/shared/vocabulary.ts";
import { multilineText, pageCursor } from "./text.ts";

/** Type of a marketplace item, as requests name it. */
export const ListingTypeInput = z.enum(LISTING_TYPES, {
  error: `must be one of ${LISTING_TYPES.join(", ")}`,
});

/** Listing type as a segment of a URL. */
export const ListingTypeSegmentInput = z.enum(LISTING_TYPE_SEGMENTS, {
  error: `must be one of ${Object.values(LISTING_TYPE_SEGMENTS).join(", ")}`,
});

/** Slug of an item, app or tenant: 3 to 64 lower-case letters, digits and single hyphens. */
export const Slug = z
  .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
  .min(3, "must be 3 to 64 characters long")
  .max(64, "must be 3 to 64 characters long")
  .regex(
    /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    "must be lowercase letters and digits in words separated by single hyphens, starting with a letter",
  );

/** Release notes of a version, in Markdown. Empty ones are none. */
export const Changelog = multilineText(20_000, 0)
  .transform((text) => (text === "" ? undefined : text))
  .optional();

const MAX_VERSION_LENGTH = 128;

/** Semantic version (semver.org), taken exactly as sent. */
export const Version = z
  .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
  .superRefine((text, issue) => {
    const message = findViolation(text);
    if (message) issue.addIssue({ code: "custom", message });
  });

function findViolation(text: string): string | null {
  if (text.length > MAX_VERSION_LENGTH) return `must be at most ${MAX_VERSION_LENGTH} characters long`;
  const core = SEMVER_GRAMMAR.exec(text)?.slice(1, 4);
  if (!core) return "must be a semantic version such as 1.4.0 or 2.0.0-beta.1 (semver.org)";
  const isTooLong = core.some((part) => part.length > MAX_CORE_DIGITS);
  return isTooLong ? `must have numbers of up to ${MAX_CORE_DIGITS} digits` : null;
}

/** Query parameter `limit` of lists in REST. */
export const PageLimit = z
  .string()
  .default("20")
  .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100, {
    message: "must be an integer from 1 to 100",
  })
  .transform(Number);

/** Fields of a request for one page of a list. */
export const pageFields = (limit: number) => ({
  limit: z.number().int().min(1).max(100).default(limit),
  cursor: pageCursor().optional(),
});
