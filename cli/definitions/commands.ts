import { Argument, type Command, Option } from "commander";
import { BUILD_STATUSES, LISTING_TYPE_SEGMENTS, PLATFORMS } from "@/shared/vocabulary.ts";
import { SHELLS } from "../completion.ts";
import { defineInstallationCommands } from "./installations.ts";
import {
  apiUrl,
  parseChoice,
  parseLimit,
  repeatable,
  timeout,
  withApi,
  withJson,
  withTimedWait,
  withWait,
} from "./options.ts";

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
    .argument("<listingId>")
    .option("-y, --yes", "withdraw without confirmation");

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

function definePluginCommands(program: Command): void {
  const plugin = program
    .command("plugin")
    .helpCommand(false)
    .description("create, validate, build and publish plugins");

  withJson(plugin.command("create"))
    .description("create a plugin project")
    .argument("<name>", "plugin name, such as offline-sync")
    .addOption(new Option("--type <type>", "plugin type").choices(["app", "system"]))
    .addOption(apiUrl("address for the JSON schema"));

  withPacking(withApi(plugin.command("validate")))
    .description("run all publishing checks locally; with --api-url or --token also on the platform")
    .argument("[folder]", "plugin folder", ".");

  withPacking(withJson(plugin.command("build")))
    .description("build a reproducible .tar.gz archive")
    .argument("[folder]", "plugin folder", ".");

  withPacking(withWait(withApi(plugin.command("publish"))))
    .description("build, upload and submit a plugin for review")
    .addArgument(folder())
    .addOption(new Option("--dry-run", "run all checks without publishing").conflicts("wait"));
}

const folder = () => new Argument("[folder]", "plugin folder").default(".", "the current one");

const withPacking = (command: Command) =>
  command.option("--allow-secrets", "include files that look like secrets");

function defineBuildCommands(program: Command): void {
  const builds = program
    .command("builds")
    .helpCommand(false)
    .description("create, follow, cancel and retry builds");

  withApi(builds.command("list"))
    .description("list builds of an app, newest first")
    .requiredOption("--app <app>", "app, by slug or ID")
    .addOption(repeatable("--status <status>", BUILD_STATUSES))
    .addOption(repeatable("--platform <platform>", PLATFORMS))
    .addOption(new Option("--limit <count>", "number of builds, 1 to 100").argParser(parseLimit).default(20));

  withBuildWait(withApi(builds.command("create")))
    .description("queue a build of an app")
    .requiredOption("--app <app>", "app, by slug or ID")
    .addOption(
      new Option("--platform <platform>", `platform: ${PLATFORMS.join(", ")}`)
        .argParser((text: string) => parseChoice(text, PLATFORMS))
        .makeOptionMandatory(),
    )
    .requiredOption("--app-version <version>", "version of the app, 1 to 64 characters")
    .option("--git-ref <ref>", "branch, tag or commit to build")
    .option("--git-commit <sha>", "commit of the ref, 7 to 64 hexadecimal digits")
    .option("--commit-message <text>", "message of the commit; only its first line is stored");

  withApi(builds.command("logs"))
    .description("print the log of a build")
    .argument("<buildId>")
    .option("-f, --follow", "keep printing until the build ends");

  withApi(builds.command("cancel")).description("cancel a queued or running build").argument("<buildId>");

  withBuildWait(withApi(builds.command("retry")))
    .description("queue a failed build again")
    .argument("<buildId>");

  withApi(builds.command("watch"))
    .description("watch a build until it ends")
    .argument("<buildId>")
    .addOption(timeout("maximum time"));
}

const withBuildWait = (command: Command) =>
  withTimedWait(command, "wait until the build ends", timeout("maximum wait"));
