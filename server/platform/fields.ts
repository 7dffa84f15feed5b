import { z } from "zod";
import { LISTING_TYPES } from "@/db/schema/vocabulary.ts";

/** Type of a marketplace item, as requests name it. */
export const ListingTypeInput = z.enum(LISTING_TYPES, {
  error: `must be one of ${LISTING_TYPES.join(", ")}`,
});

/** Slug of an item, app or tenant: 3 to 64 lower-case letters, digits and single hyphens. */
export const Slug = z
  .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
  .min(3, "must be 3 to 64 characters long")
  .max(64, "must be 3 to 64 characters long")
  .regex(
    /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    "must be lower-case words of letters and digits joined by single hyphens",
  );
