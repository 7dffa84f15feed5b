import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { CommandContext } from "@/cli/context/context.ts";
import type { ItemReference } from "@/cli/definitions/installations.ts";
import type { UninstallOutput } from "@/cli/output/schemas.ts";
import { resolveInstallationPath } from "./item.ts";

interface UninstallOptions extends ConnectionOptions {
  app?: string;
}

/** `cli uninstall`: uninstalls an item. Queued and running builds keep it. */
export async function run(context: CommandContext, item: ItemReference, options: UninstallOptions) {
  const { reporter } = context;
  const api = createApiClient(context, options);
  await api.request({ method: "DELETE", path: await resolveInstallationPath(api, item, options.app) });
  const { type, slug } = item;
  reporter.printJson({ type, slug, uninstalled: true } satisfies UninstallOutput);
  reporter.print(`${reporter.out.green("✓")} ${type}/${slug} uninstalled.`);
}
