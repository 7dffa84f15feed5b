import { z } from "zod";
import { ITEM_CATEGORIES, LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";

/** Item of the public registry in its current version. All URLs are absolute. */
export const RegistryItem = z.object({
  type: z.enum(LISTING_TYPE_SEGMENTS),
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  description: z.string(),
  publisher: z.object({ slug: z.string(), name: z.string(), verified: z.boolean() }),
  version: z.string(),
  categories: z.array(z.enum(ITEM_CATEGORIES)),
  keywords: z.array(z.string()),
  license: z.string().nullable(),
  homepage: z.string().nullable(),
  repository: z.string().nullable(),
  bugs: z.string().nullable(),
  iconUrl: z.string().nullable(),
  screenshots: z.array(
    z.object({ url: z.string(), alt: z.string(), width: z.number().int(), height: z.number().int() }),
  ),
  downloads: z.number().int(),
  installations: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type RegistryItem = z.output<typeof RegistryItem>;

export const RegistryPage = z.object({ items: z.array(RegistryItem), nextCursor: z.string().nullable() });
export type RegistryPage = z.output<typeof RegistryPage>;

/** Approved version. Themes and some plugins have no archive; a theme's `downloadUrl` is that of its design tokens. */
export const RegistryVersion = z.object({
  version: z.string(),
  approvedAt: z.string(),
  changelog: z.string().nullable(),
  archiveSha256: z.string().nullable(),
  sizeBytes: z.string().nullable(),
  permissions: z.array(z.string()),
  minPlatformVersion: z.string().nullable(),
  downloads: z.number().int(),
  downloadUrl: z.string().nullable(),
  /** Custom properties of a theme. */
  styleSheetUrl: z.string().nullable(),
});
export type RegistryVersion = z.output<typeof RegistryVersion>;

/** Item with its README and approved versions, highest precedence first. */
export const RegistryItemDetail = RegistryItem.extend({
  readme: z.string().nullable(),
  versions: z.array(RegistryVersion),
});
export type RegistryItemDetail = z.output<typeof RegistryItemDetail>;

/** Changes after one version, up to another. */
export const RegistryChangelog = z.object({
  from: z.string(),
  to: z.string(),
  entries: z.array(
    z.object({ version: z.string(), approvedAt: z.string(), changelog: z.string().nullable() }),
  ),
  permissionsAdded: z.array(z.string()),
  permissionsRemoved: z.array(z.string()),
});
export type RegistryChangelog = z.output<typeof RegistryChangelog>;
