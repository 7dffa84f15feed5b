import { z } from "zod";
import { INSTALLATION_UPDATES, LISTING_TYPE_SEGMENTS } from "@/db/schema/vocabulary.ts";
import { INSTALLATION_STATES } from "./policy.ts";

/** Type as in the paths of items. */
const ItemType = z.enum(LISTING_TYPE_SEGMENTS);

/** Installed item. */
export const InstallationView = z.object({
  type: ItemType,
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  /** Current version of the item; null if it has none. */
  current: z.string().nullable(),
  updates: z.enum(INSTALLATION_UPDATES),
  acceptedPermissions: z.array(z.string()),
  state: z.enum(INSTALLATION_STATES),
  heldBack: z.object({ version: z.string(), reason: z.string(), since: z.string() }).nullable(),
  installedAt: z.string(),
  updatedAt: z.string(),
});
export type InstallationView = z.output<typeof InstallationView>;

export const InstallationList = z.object({ installations: z.array(InstallationView) });

/** Item that a build carries. `sha256` is null for a version without an archive. */
export const BuildInputView = z.object({
  type: ItemType,
  slug: z.string(),
  version: z.string(),
  sha256: z.string().nullable(),
});
export type BuildInputView = z.output<typeof BuildInputView>;

/** Item that a worker gets with a claimed build. `url` is null for a version without an archive. */
export const JobInput = BuildInputView.extend({ url: z.string().nullable() });
export type JobInput = z.output<typeof JobInput>;
