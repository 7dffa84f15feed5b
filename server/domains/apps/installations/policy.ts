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

/** Names of permissions in words. Names are the publisher's choice; these are the usual ones. */
const PERMISSION_PHRASES = new Map(
  Object.entries({
    "audit.read": "Read the audit log of the workspace",
    "background.run": "Run in the background",
    bluetooth: "Use Bluetooth",
    "builds.create": "Queue builds",
    "builds.read": "Read builds and their logs",
    camera: "Use the camera",
    clipboard: "Read and change the clipboard",
    "events.builds": "Receive build events",
    location: "Use the device’s location",
    "log.write": "Write to the log",
    microphone: "Use the microphone",
    network: "Send and receive data over the network",
    notifications: "Show notifications",
    storage: "Read and change stored data",
    "storage.read": "Read stored data",
    "storage.write": "Change stored data",
    "ui.screens": "Add screens to the app",
  }),
);

const PERMISSION_VERBS = new Map(
  Object.entries({ read: "Read", write: "Change", create: "Create", delete: "Delete", send: "Send" }),
);

/** Permission in plain words: "Read contacts" for `contacts.read`; undefined for a name without a known form. */
export function describePermission(name: string): string | undefined {
  const known = PERMISSION_PHRASES.get(name);
  if (known) return known;
  const [, subject, action] = /^([a-z][a-z0-9_-]*)[.:]([a-z]+)$/.exec(name) ?? [];
  const verb = PERMISSION_VERBS.get(action ?? "");
  return subject && verb ? `${verb} ${subject.replaceAll(/[_-]/g, " ")}` : undefined;
}
