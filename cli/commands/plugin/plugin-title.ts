import type { PluginManifest } from "../../../server/archives/manifest.ts";

/** "Offline Sync 1.0.0". */
export const titleOf = ({ name, version }: PluginManifest): string => `${name} ${version}`;

export const KIND_OF: Record<PluginManifest["type"], string> = { app: "app plugin", system: "system plugin" };

/** What documents tell of a plugin. */
export const pickPlugin = ({ name, slug, type, version }: PluginManifest) => ({ name, slug, type, version });
