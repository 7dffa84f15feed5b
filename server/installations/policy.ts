import type { ListingType } from "@/db/schema/vocabulary.ts";

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
  /** Permissions that the current version requests. */
  currentPermissions: readonly string[];
}

export function stateOf(installed: InstalledVersion): InstallationState {
  if (!installed.isAvailable) return "UNAVAILABLE";
  if (!installed.isOutdated) return "OK";
  return missingPermissions(installed.currentPermissions, installed.acceptedPermissions).length > 0
    ? "NEEDS_CONSENT"
    : "UPDATE_AVAILABLE";
}

/** Requested permissions without consent. */
export const missingPermissions = (requested: readonly string[], accepted: readonly string[]): string[] =>
  requested.filter((permission) => !accepted.includes(permission));

/** Target of a type: apps; for system plugins, tenants. */
export const isForApps = (type: ListingType): boolean => type !== "SYSTEM_PLUGIN";

const PERMISSION_WORDS: Record<string, string> = {
  camera: "Take pictures and videos",
  location: "Read the location of the device",
  microphone: "Record sound",
  network: "Connect to the internet",
  notifications: "Send notifications",
  storage: "Store files on the device",
  ui: "Add screens and controls",
};

const AREA_WORDS: Record<string, string> = { storage: "stored files and data" };

/** Meaning of a permission in plain words; null for a name that only its publisher can explain. */
export function describePermission(name: string): string | null {
  const known = PERMISSION_WORDS[name];
  if (known) return known;
  const [, area, access] = /^([a-z][a-z0-9-]*)\.(read|write)$/.exec(name) ?? [];
  if (!area) return null;
  return `${access === "read" ? "Read" : "Change"} ${AREA_WORDS[area] ?? area.replaceAll("-", " ")}`;
}
