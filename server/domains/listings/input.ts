import { z } from "zod";
import { MAX_DESCRIPTION_LENGTH, MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { Changelog, ListingTypeInput, pageFields, Slug, Version } from "@/shared/text/fields.ts";
import { multilineText, reference, SHA256, singleLineText } from "@/shared/text/text.ts";
import {
  LISTING_STATUSES,
  LISTING_TYPES,
  type ListingType,
  type REFERENCE_FIELD,
} from "@/shared/vocabulary.ts";

const REQUEST = z.object({
  type: ListingTypeInput,
  name: singleLineText(MAX_NAME_LENGTH),
  slug: Slug,
  version: Version,
  description: multilineText(MAX_DESCRIPTION_LENGTH),
  changelog: Changelog,
  appPluginId: reference().optional(),
  themeId: reference().optional(),
  systemPluginId: reference().optional(),
  archiveSha256: z
    .string({ error: "must be a string" })
    .regex(SHA256, "must be a SHA-256 in lowercase hexadecimal digits")
    .optional(),
});

/** Publish request (specification 4.1), with an optional changelog and archive. */
export const PublishListing = REQUEST.refine(...referenceRule("appPluginId", "APP_PLUGIN"))
  .refine(...referenceRule("themeId", "THEME"))
  .refine(...referenceRule("systemPluginId", "SYSTEM_PLUGIN"))
  .refine(({ type, archiveSha256 }) => type !== "THEME" || archiveSha256 === undefined, {
    path: ["archiveSha256"],
    message: "must not be given for THEME",
    when: isObject,
  });
export type PublishListing = z.output<typeof PublishListing>;

export const ListingKey = z.object({ listingId: reference() });

export const MessageText = z.object({ text: multilineText(MAX_MESSAGE_LENGTH) });
export const WriteMessage = MessageText.extend(ListingKey.shape);
export type WriteMessage = z.output<typeof WriteMessage>;

/** One page of a tenant's listings, newest first. */
export const ListListings = z.object({
  status: z.array(z.enum(LISTING_STATUSES)).default([]),
  ...pageFields(25),
});
export type ListListings = z.output<typeof ListListings>;

export const ListVersions = z.object({ type: ListingTypeInput, entityId: reference() });
export type ListVersions = z.output<typeof ListVersions>;

type References = { [field in (typeof REFERENCE_FIELD)[ListingType]]?: string | undefined };

/** Rule that a reference is present exactly for its type. Evaluated even if other fields are invalid. */
function referenceRule(field: keyof References, owner: ListingType): Parameters<typeof REQUEST.refine> {
  return [
    (body: References & { type: ListingType }) =>
      !LISTING_TYPES.includes(body.type) || (body[field] !== undefined) === (body.type === owner),
    {
      path: [field],
      error: (issue: { input?: unknown }) =>
        (issue.input as { type?: unknown }).type === owner
          ? `is required for ${owner}`
          : `must not be given; it belongs to ${owner}`,
      when: isObject,
    },
  ];
}

function isObject({ value }: { value: unknown }): boolean {
  return typeof value === "object" && value !== null;
}
