import { z } from "zod";
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { ListingTypeInput, pageFields, Slug } from "@/shared/text/fields.ts";
import { multilineText, reference, singleLineText } from "@/shared/text/text.ts";
import { DOWNLOAD_PERIODS, LISTING_TYPES } from "@/shared/vocabulary.ts";

/** Registration of a plugin or theme, which precedes the first version. */
export const RegisterEntity = z.object({
  type: ListingTypeInput,
  slug: Slug,
  name: singleLineText(MAX_NAME_LENGTH),
  description: multilineText(MAX_DESCRIPTION_LENGTH).optional(),
});
export type RegisterEntity = z.output<typeof RegisterEntity>;

/** One page of the entities of a tenant, newest first. */
export const ListEntities = z.object({
  type: z
    .array(z.enum(LISTING_TYPES))
    .min(1)
    .default([...LISTING_TYPES]),
  ...pageFields(50),
});
export type ListEntities = z.output<typeof ListEntities>;

export const EntityKey = z.object({ type: ListingTypeInput, entityId: reference() });
export type EntityKey = z.output<typeof EntityKey>;

export const EntityDownloads = EntityKey.extend({ days: z.literal([...DOWNLOAD_PERIODS]) });
export type EntityDownloads = z.output<typeof EntityDownloads>;

/** An empty description becomes null. */
export const EditEntity = EntityKey.extend({
  name: singleLineText(MAX_NAME_LENGTH),
  description: multilineText(MAX_DESCRIPTION_LENGTH, 0),
});
export type EditEntity = z.output<typeof EditEntity>;
