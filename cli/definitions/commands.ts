import { Argument, type Command, Option } from "commander";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import { SHELLS } from "../completion.ts";
import { defineBuildCommands } from "./builds.ts";
import { defineInstallationCommands } from "./installations.ts";
import { apiUrl, parseLimit, withApi, withJson, withWait } from "./options.ts";
import { definePluginCommands } from "./plugin.ts";

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

function defineSearchCommand(program: Command): void {
  withJson(program.command("search"))
    .description("search the marketplace; needs no token")
    .argument("[words...]", "words in the name, slug, description or keywords")
    .addOption(apiUrl("address of the platform"))
    .addOption(new Option("--type <type>", "item type").choices(Object.values(LISTING_TYPE_SEGMENTS)))
    .addOption(
      new Option("--category <category>", "category (repeatable)").argParser(
        (text: string, previous: string[] = []) => [...previous, text],
      ),
    )
    .option("--publisher <slug>", "slug of the publisher")
    .addOption(new Option("--sort <order>", "order").choices(["relevance", "latest", "name", "downloads"]))
    .addOption(new Option("--limit <count>", "number of items, 1 to 100").argParser(parseLimit).default(20));
}

function defineListingCommands(program: Command): void {
  const listing = program
    .command("listing")
    .helpCommand(false)
    .description("view, discuss or withdraw a submission");

  withWait(withApi(listing.command("status")))
    .description("show status, queue position and decision")
    .argument("<listingId>");

  withApi(listing.command("withdraw"))
    .description("withdraw a listing; its version can't be reused")
    .argument("<listingId>");

  withApi(listing.command("reply"))
    .description("send a message to the moderators")
    .argument("<listingId>")
    .argument("<text>", "message");
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
