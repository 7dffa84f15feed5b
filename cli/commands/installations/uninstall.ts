import { createApiClient } from "../../api/client.ts";
import type { ConnectionOptions } from "../../api/connection.ts";
import type { CommandContext, CommandResult } from "../../context/context.ts";
import { EXIT } from "../../context/errors.ts";
import type { UninstallOutput } from "../../output/schemas.ts";
import { type ItemReference, installationPath } from "./item.ts";

interface UninstallOptions extends ConnectionOptions {
  app?: string;
}

/** `cli uninstall`: uninstalls an item. Queued and running builds keep it. */
export async function run(
  context: CommandContext,
  item: ItemReference,
  options: UninstallOptions,
): CommandResult {
  const { reporter } = context;
  const path = installationPath(item, options.app);
  await createApiClient(context, options).request({ method: "DELETE", path });
  const { type, slug } = item;
  reporter.printJson({ type, slug, uninstalled: true } satisfies UninstallOutput);
  reporter.print(`${reporter.out.green("✓")} ${type}/${slug} uninstalled.`);
  return EXIT.success;
}
