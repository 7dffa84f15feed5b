import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { INSTALLATION_UPDATES } from "@/shared/vocabulary.ts";
import { parseChoice, withApi } from "./options.ts";

export function defineInstallationCommands(program: Command): void {
  withApp(withApi(program.command("install")))
    .description("install an item in an app, or a system plugin in the workspace")
    .addArgument(itemArgument())
    .addOption(
      new Option("--updates <policy>", `automatic updates: ${INSTALLATION_UPDATES.join(", ")}`)
        .argParser((text: string) => parseChoice(text, INSTALLATION_UPDATES))
        .default(undefined, "MANUAL for a new installation"),
    )
    .addOption(
      new Option("--accept-permissions <names>", "permissions to accept, separated by commas").argParser(
        (text: string) => text.split(",").filter((name) => name !== ""),
      ),
    )
    .option(
      "-y, --yes",
      "accept all permissions that the version requests, and install a version that is on hold",
    );

  withApp(withApi(program.command("uninstall")))
    .description("uninstall an item; queued and running builds keep it")
    .addArgument(itemArgument())
    .option("-y, --yes", "uninstall a version that can't be installed again without confirmation");

  const installations = program
    .command("installations")
    .helpCommand(false)
    .description("list installed plugins and themes");

  withApp(withApi(installations.command("list"))).description(
    "list plugins and theme of an app, or system plugins",
  );
}

const withApp = (command: Command) =>
  command.option("--app <app>", "app, by slug or ID; without it, system plugins of the workspace");

const itemArgument = () =>
  new Argument("<item>", "<type>/<slug>[@<version>], such as theme/paper-trail").argParser(parseItem);

/** Item of a command line: `app-plugin/offline-sync`, or `app-plugin/offline-sync@1.2.0`. */
export interface ItemReference {
  type: string;
  slug: string;
  version: string | null;
}

const ITEM = /^(app-plugin|system-plugin|theme)\/([a-z0-9-]{1,64})(?:@(.{1,128}))?$/;

function parseItem(text: string): ItemReference {
  const [, type, slug, version = null] = ITEM.exec(text) ?? [];
  if (type && slug) return { type, slug, version };
  throw new InvalidArgumentError("Use <type>/<slug>[@<version>], such as app-plugin/offline-sync@1.2.0.");
}
