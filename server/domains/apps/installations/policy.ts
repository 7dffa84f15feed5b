import type { ListingType } from "@/shared/vocabulary.ts";

/** Maximum number of installations in an app, and of system plugins in a tenant. */
export const MAX_INSTALLATIONS = 100;

export const INSTALLATION_STATES = ["OK", "UPDATE_AVAILABLE", "NEEDS_CONSENT", "UNAVAILABLE"] as const;
export type InstallationState = (typeof INSTALLATION_STATES)[number];

/** Installed version beside the current version of its item. */
export interface InstalledVersion {
  /** Approved, and its publisher is not suspended. */
  isAvailable: boolean;
  /** The current version has a higher precedence. */
  isOutdated: boolean;
  acceptedPermissions: readonly string[];
  currentPermissions: readonly string[];
}

export function stateOf(installed: InstalledVersion): InstallationState {
  if (!installed.isAvailable) return "UNAVAILABLE";
  if (!installed.isOutdated) return "OK";
  return missingPermissions(installed.currentPermissions, installed.acceptedPermissions).length > 0
    ? "NEEDS_CONSENT"
    : "UPDATE_AVAILABLE";
}

export const missingPermissions = (requested: readonly string[], accepted: readonly string[]): string[] =>
  requested.filter((permission) => !accepted.includes(permission));

/** Target of a type: apps; for system plugins, tenants. */
export const isForApps = (type: ListingType): boolean => type !== "SYSTEM_PLUGIN";

/** Versions whose changelogs the page of an update merges. */
export const MAX_MERGED_VERSIONS = 50;
