import { type ApiClient, createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import { type CommandContext, canPrompt, requireYes } from "@/cli/context/context.ts";
import { getErrorCode } from "@/cli/context/errors.ts";
import type { ItemReference } from "@/cli/definitions/installations.ts";
import type { InstallationListOutput, UninstallOutput } from "@/cli/output/schemas.ts";
import { resolveInstallationPath } from "./item.ts";

interface UninstallOptions extends ConnectionOptions {
  app?: string;
  yes?: boolean;
}

/**
 * `cli uninstall`: uninstalls an item. Queued and running builds keep it. A person is asked first about a version that can't
 * be installed again.
 */
export async function run(context: CommandContext, item: ItemReference, options: UninstallOptions) {
  const { reporter } = context;
  const api = createApiClient(context, options);
  const path = await resolveInstallationPath(api, item, options.app);
  const { type, slug } = item;
  const unavailable = await findUnavailableVersion(api, item, path);
  if (unavailable !== null) {
    reporter.warn(`Version ${unavailable} can't be installed again.`);
    if (!options.yes && canPrompt(context)) {
      await requireYes(context, `Uninstall ${type}/${slug}?`, {
        message: "Canceled. Nothing was uninstalled.",
        hint: "Run it again to uninstall.",
      });
    }
  }
  await api.request({ method: "DELETE", path });
  reporter.printJson({ type, slug, uninstalled: true } satisfies UninstallOutput);
  reporter.print(`${reporter.out.green("✓")} ${type}/${slug} uninstalled.`);
}

/** Installed version if it can't be installed again. Null, too, for a token that can uninstall but not list. */
async function findUnavailableVersion(
  api: ApiClient,
  { type, slug }: ItemReference,
  path: string,
): Promise<string | null> {
  const list = await api
    .get<InstallationListOutput>(path.slice(0, -`/${type}/${slug}`.length))
    .catch((error: unknown) => {
      if (getErrorCode(error) === "PERMISSION_DENIED") return null;
      throw error;
    });
  const installed = list?.installations.find((one) => one.type === type && one.slug === slug);
  return installed?.state === "UNAVAILABLE" ? installed.version : null;
}
