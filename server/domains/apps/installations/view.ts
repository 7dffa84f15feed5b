import { z } from "zod";
import type { MarkdownDocument } from "@/server/domains/items/markdown/policy.ts";
import { INSTALLATION_UPDATES, LISTING_TYPE_SEGMENTS, type ListingType } from "@/shared/vocabulary.ts";
import type { VersionHold } from "../rollouts/view.ts";
import { INSTALLATION_STATES } from "./policy.ts";

/** Type as in the paths of items. */
const ItemType = z.enum(LISTING_TYPE_SEGMENTS);

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

/** Warning about the version that was named: its rollout was rolled back or is on hold. */
export const InstallationWarning = z.object({
  code: z.enum(["ROLLED_BACK", "ON_HOLD"]),
  message: z.string(),
});
export type InstallationWarning = z.output<typeof InstallationWarning>;

/** Installation as its change returns it. */
export const SetInstallationView = InstallationView.extend({ warnings: z.array(InstallationWarning) });
export type SetInstallationView = z.output<typeof SetInstallationView>;

export const InstallationList = z.object({ installations: z.array(InstallationView) });

export interface InstallationListItem extends InstallationView {
  /** URL path of the icon of the installed version. */
  icon: string | null;
  /** Permissions without consent that the current version requests. */
  missingPermissions: string[];
}

/** Item beside a target, installed or not, with the change to another version of it. */
export interface InstallationPage {
  item: InstallableItem;
  installation: InstallationView | null;
  /** Approved versions, highest first. None where the item is no longer in the marketplace. */
  versions: { version: string; approvedAt: string; permissions: string[] }[];
  change: InstallationChange | null;
  /** Hold of the installed version's rollout, which reached this installation or was passed by. */
  hold: VersionHold | null;
}

export interface InstallableItem {
  type: ListingType;
  slug: string;
  name: string;
  icon: string | null;
  /** Null where the item is no longer in the marketplace. */
  publisher: string | null;
  currentVersion: string | null;
}

export interface InstallationChangeEntry {
  version: string;
  changelog: string | null;
  /** Parsed changelog; null for one that is not parsed yet, or beyond what a page shows. */
  document: MarkdownDocument | null;
}

export interface InstallationChange {
  kind: "INSTALL" | "UPDATE" | "ROLL_BACK";
  version: string;
  /** All that the version requests. */
  permissions: string[];
  /** Those without consent. */
  missingPermissions: string[];
  /** Those that only the installed version requests. */
  removedPermissions: string[];
  /** Versions above the installed one up to this one, highest first; of updates only. */
  entries: InstallationChangeEntry[];
  /** Name of the theme that it replaces. */
  replaces: string | null;
  /** Hold of the version's rollout. */
  hold: VersionHold | null;
}

/**
 * Apps or tenant in which a version of an item can be installed: the highest one with code whose rollout is not on hold, if
 * any.
 */
export interface InstallOptions {
  item: InstallableItem;
  version: string;
  /** No version has code, so that none can be installed. */
  lacksCode: boolean;
  permissions: string[];
  /** Hold of the current version's rollout: `version` is then a lower one, if there is any. */
  hold: (VersionHold & { version: string }) | null;
  targets: InstallTarget[];
}

/** App, or the tenant for a system plugin. */
export interface InstallTarget {
  appId: string | null;
  name: string;
  installedVersion: string | null;
  /** Name of the theme that it replaces. */
  replaces: string | null;
}

/** Item that a build carries. `sha256` is null for a version without an archive. */
export const BuildInputView = z.object({
  type: ItemType,
  slug: z.string(),
  version: z.string(),
  sha256: z.string().nullable(),
});
export type BuildInputView = z.output<typeof BuildInputView>;

/** Input of a build as the marketplace knows it. */
export interface DescribedInput extends BuildInputView {
  name: string;
  /** Approved, and its publisher is not suspended. */
  isAvailable: boolean;
  /** The item is in the marketplace, whatever its version. */
  isListed: boolean;
}

/** Input of a build for its page, beside what is installed now. */
export interface PageInput extends DescribedInput {
  isInstalled: boolean;
  /** Installed in a version that is not available: new builds are refused too. */
  stopsBuilds: boolean;
}

/** Installed version that was suspended or withdrawn. */
export type UnavailableItem = Pick<InstallationView, "type" | "slug" | "name" | "version">;

/** Item that a worker gets with a claimed build. `url` is null for a version without an archive. */
export const JobInput = BuildInputView.extend({ url: z.string().nullable() });
export type JobInput = z.output<typeof JobInput>;
