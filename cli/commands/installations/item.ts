import { resolveAppPath } from "@/cli/api/apps.ts";
import type { ApiClient } from "@/cli/api/client.ts";
import { usageError } from "@/cli/context/errors.ts";
import type { ItemReference } from "@/cli/definitions/installations.ts";

/**
 * Path of an installation in an app, or in the tenant for a system plugin.
 * @param app its ID or slug
 * @throws CliError for an app plugin or theme without an app, a system plugin with one, or an unknown app
 */
export async function resolveInstallationPath(
  api: ApiClient,
  { type, slug }: ItemReference,
  app: string | undefined,
): Promise<string> {
  if (type === "system-plugin" && app !== undefined) {
    throw usageError("System plugins are installed in the workspace.", "Remove --app.");
  }
  if (type !== "system-plugin" && app === undefined) {
    throw usageError("App required.", "Add --app <app>; `cli apps list` shows the slugs.");
  }
  return `${await resolveInstallationsPath(api, app)}/${type}/${slug}`;
}

export const resolveInstallationsPath = async (api: ApiClient, app: string | undefined): Promise<string> =>
  app === undefined ? "/api/installations" : `${await resolveAppPath(api, app)}/installations`;
