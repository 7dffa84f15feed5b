import { Argument, type Command } from "commander";
import { SHELLS } from "../completion.ts";
import { defineBuildCommands } from "./builds.ts";
import { defineInstallationCommands } from "./installations.ts";
import { defineListingCommands } from "./listing.ts";
import { withApi } from "./options.ts";
import { definePluginCommands } from "./plugin.ts";
import { defineSearchCommand } from "./search.ts";

/** All commands, in the order of the help and without their actions: the documentation is made of them, too. */
export function defineCommands(program: Command): void {
  definePluginCommands(program);
  defineSearchCommand(program);

  program
    .command("completion")
    .description("print a completion script for a shell")
    .addArgument(new Argument("<shell>", "shell").choices(SHELLS));

  withApi(program.command("whoami")).description("show the token's user, workspace and permissions");

  const apps = program.command("apps").helpCommand(false).description("list apps");

  withApi(apps.command("list")).description("list apps by name");

  defineBuildCommands(program);
  defineInstallationCommands(program);
  defineListingCommands(program);
}

/** Command that runs, with its path: `plugin create`. */
export interface RunnableCommand {
  path: string;
  command: Command;
}

export const listRunnable = (command: Command, path: string[] = []): RunnableCommand[] =>
  command.commands.length === 0
    ? [{ path: path.join(" "), command }]
    : command.commands.flatMap((each) => listRunnable(each, [...path, each.name()]));
