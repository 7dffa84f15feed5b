import { InvalidArgumentError } from "commander";
import type { CommandContext } from "../../context/context.ts";
import { usageError } from "../../context/errors.ts";

/** Item of a command line: `app-plugin/offline-sync`, or `app-plugin/offline-sync@1.2.0`. */
export interface ItemReference {
  type: string;
  slug: string;
  version: string | null;
}

const ITEM = /^(app-plugin|system-plugin|theme)\/([a-z0-9-]{1,64})(?:@(.{1,128}))?$/;

export function parseItem(text: string): ItemReference {
  const [, type, slug, version = null] = ITEM.exec(text) ?? [];
  if (type && slug) return { type, slug, version };
  throw new InvalidArgumentError("Use <type>/<slug>[@<version>], such as app-plugin/offline-sync@1.2.0.");
}

/**
 * Path of the installations of an app, or of the tenant for system plugins.
 * @throws CliError for an app plugin or theme without an app, or a system plugin with one
 */
export function installationPath({ type, slug }: ItemReference, app: string | undefined): string {
  if (type === "system-plugin" && app !== undefined) {
    throw usageError("System plugins are installed in the workspace.", "Remove --app.");
  }
  if (type !== "system-plugin" && app === undefined) {
    throw usageError("App required.", "Add --app <id>; `cli apps list` shows the IDs.");
  }
  return `${installationsPath(app)}/${type}/${slug}`;
}

export const installationsPath = (app: string | undefined): string =>
  app === undefined ? "/api/installations" : `/api/apps/${encodeURIComponent(app)}/installations`;

/** True if a person can be asked. */
export const canPrompt = ({ stdin, stderr, env }: CommandContext): boolean =>
  stdin.isTTY === true && stderr.isTTY === true && !env["CI"];
