import { Argument, type Command, Option } from "commander";
import { INSTALLATION_UPDATES } from "@/shared/vocabulary.ts";
import { parseItem } from "../commands/installations/item.ts";
import type { CommandDefinition } from "./command.ts";
import { parseChoice, withApi } from "./options.ts";

export const defineInstallationCommands: CommandDefinition = (program, load) => {
  withApp(withApi(program.command("install")))
    .description("install an item in an app, or a system plugin in the workspace")
    .addArgument(itemArgument())
    .addOption(
      new Option("--updates <policy>", `automatic updates: ${INSTALLATION_UPDATES.join(", ")}`)
        .argParser((text: string) => parseChoice(text, INSTALLATION_UPDATES))
        .default(undefined, "MANUAL"),
    )
    .addOption(
      new Option("--accept-permissions <names>", "permissions to accept, separated by commas").argParser(
        (text: string) => text.split(",").filter((name) => name !== ""),
      ),
    )
    .option("-y, --yes", "accept all permissions that the version requests")
    .action(load(() => import("../commands/installations/install.ts")));

  withApp(withApi(program.command("uninstall")))
    .description("uninstall an item; queued and running builds keep it")
    .addArgument(itemArgument())
    .action(load(() => import("../commands/installations/uninstall.ts")));

  const installations = program
    .command("installations")
    .helpCommand(false)
    .description("list installed plugins and themes");

  withApp(withApi(installations.command("list")))
    .description("list plugins and theme of an app, or system plugins")
    .action(load(() => import("../commands/installations/list.ts")));
};

const withApp = (command: Command) =>
  command.option("--app <app>", "app, by slug or ID; without it, system plugins of the workspace");

const itemArgument = () =>
  new Argument("<item>", "<type>/<slug>[@<version>], such as theme/paper-trail").argParser(parseItem);
