import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { Build } from "./api/responses.ts";
import { parseItem } from "./commands/installations/item.ts";
import { listCommands, renderCompletion, SHELLS, type Shell } from "./completion.ts";
import type { CommandContext, CommandResult, ProcessContext } from "./context/context.ts";
import { EXIT, type ExitCode, reportError, usageError } from "./context/errors.ts";
import { createReporter } from "./terminal/reporter.ts";
import { write } from "./terminal/sanitize.ts";
import { createStyle, supportsColor } from "./terminal/style.ts";

const BUILD_STATUSES: Build["status"][] = ["QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED"];
const PLATFORMS: Build["platform"][] = ["ANDROID", "IOS"];
const UPDATES = ["MANUAL", "PATCH", "MINOR"];
const ITEM_TYPES = ["app-plugin", "system-plugin", "theme"];

const EPILOGUE = `Exit codes: 0 done, 1 failed, 2 wrong usage, 3 rejected by moderation, 4 still pending.
Environment: CLI_API_URL and CLI_TOKEN set the address and the token.`;

/** Runs one command line. @returns the exit code; never rejects */
export async function run(argv: string[], processContext: ProcessContext): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.success;
  const reporter = createReporter(processContext, argv.includes("--json"));
  const context = { ...processContext, reporter };
  const program = createProgram(context, (code) => {
    exitCode = code;
  });
  try {
    const asksForHelp = argv.includes("--help") || argv.includes("-h");
    const { unknown } = findCommand(program, argv);
    if (asksForHelp && unknown !== null)
      throw usageError(`Unknown command ${unknown}.`, helpHint(program, argv));
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    const isHelpOrVersion = error instanceof CommanderError && error.exitCode === 0;
    return isHelpOrVersion
      ? EXIT.success
      : reportError(toUsageError(error, helpHint(program, argv)), reporter, context.signal.aborted);
  }
}

/** Command module: `run` gets the context, the arguments and the options. */
interface CommandModule {
  run: (context: CommandContext, ...args: never[]) => CommandResult;
}

/** Command definitions. A command's module is loaded when it runs, which keeps the start fast. */
function createProgram(context: CommandContext, onExit: (code: ExitCode) => void): Command {
  const load =
    (loadModule: () => Promise<CommandModule>) =>
    async (...args: unknown[]) => {
      const command = await loadModule();
      // Commander passes the command itself as the last argument.
      onExit(await command.run(context, ...(args.slice(0, -1) as never[])));
    };

  const program = createRoot(context);
  const plugin = program
    .command("plugin")
    .helpCommand(false)
    .description("create, validate, build and publish plugins");

  withJson(plugin.command("create"))
    .description("create a plugin project")
    .argument("<name>", "plugin name, such as offline-sync")
    .addOption(new Option("--type <type>", "plugin type").choices(["app", "system"]))
    .addOption(apiUrl("address for the JSON schema"))
    .action(load(() => import("./commands/plugin/create.ts")));

  withPacking(withApi(plugin.command("validate")))
    .description("run all checks of publishing locally; with --api-url or --token also on the platform")
    .argument("[folder]", "plugin folder", ".")
    .action(load(() => import("./commands/plugin/validate.ts")));

  withPacking(withJson(plugin.command("build")))
    .description("build a reproducible .tar.gz archive")
    .argument("[folder]", "plugin folder", ".")
    .action(load(() => import("./commands/plugin/build.ts")));

  withPacking(withWait(withApi(plugin.command("publish"))))
    .description("build, upload and submit a plugin for review")
    .argument("[folder]", "plugin folder", ".")
    .addOption(new Option("--dry-run", "run all checks without publishing").conflicts("wait"))
    .action(load(() => import("./commands/plugin/publish.ts")));

  withJson(program.command("search"))
    .description("search the marketplace; needs no token")
    .argument("[words...]", "words in the name, slug, description or keywords")
    .addOption(apiUrl("address of the platform"))
    .addOption(new Option("--type <type>", "item type").choices(ITEM_TYPES))
    .addOption(
      new Option("--category <category>", "category (repeatable)").argParser(
        (text: string, previous: string[] = []) => [...previous, text],
      ),
    )
    .option("--publisher <slug>", "slug of the publisher")
    .addOption(new Option("--sort <order>", "order").choices(["relevance", "latest", "name", "downloads"]))
    .addOption(new Option("--limit <count>", "number of items, 1 to 100").argParser(parseLimit).default(20))
    .action(load(() => import("./commands/search.ts")));

  program
    .command("completion")
    .description("print a completion script for a shell")
    .addArgument(new Argument("<shell>", "shell").choices(SHELLS))
    .action((shell: Shell) => context.reporter.print(renderCompletion(shell, listCommands(program))));

  withApi(program.command("whoami"))
    .description("show the token's user, tenant and permissions")
    .action(load(() => import("./commands/whoami.ts")));

  const apps = program.command("apps").helpCommand(false).description("list apps");

  withApi(apps.command("list"))
    .description("list apps by name")
    .action(load(() => import("./commands/apps/list.ts")));

  const builds = program
    .command("builds")
    .helpCommand(false)
    .description("create, follow, cancel and retry builds");

  withApi(builds.command("list"))
    .description("list builds of an app, newest first")
    .requiredOption("--app <id>", "app ID")
    .addOption(repeatable("--status <status>", BUILD_STATUSES))
    .addOption(repeatable("--platform <platform>", PLATFORMS))
    .addOption(new Option("--limit <count>", "number of builds, 1 to 100").argParser(parseLimit).default(20))
    .action(load(() => import("./commands/builds/list.ts")));

  withBuildWait(withApi(builds.command("create")))
    .description("queue a build of an app")
    .requiredOption("--app <id>", "app ID")
    .addOption(
      new Option("--platform <platform>", `platform: ${PLATFORMS.join(", ")}`)
        .argParser((text: string) => parseChoice(text, PLATFORMS))
        .makeOptionMandatory(),
    )
    .requiredOption("--app-version <version>", "version of the app")
    .option("--git-ref <ref>", "branch, tag or commit to build")
    .option("--git-commit <sha>", "commit of the ref")
    .option("--commit-message <text>", "message of the commit")
    .action(load(() => import("./commands/builds/create.ts")));

  withApi(builds.command("logs"))
    .description("print the log of a build")
    .argument("<buildId>")
    .option("-f, --follow", "keep printing until the build ends")
    .action(load(() => import("./commands/builds/logs.ts")));

  withApi(builds.command("cancel"))
    .description("cancel a queued or running build")
    .argument("<buildId>")
    .action(load(() => import("./commands/builds/cancel.ts")));

  withBuildWait(withApi(builds.command("retry")))
    .description("queue a failed build again")
    .argument("<buildId>")
    .action(load(() => import("./commands/builds/retry.ts")));

  withApi(builds.command("watch"))
    .description("watch a build until it ends")
    .argument("<buildId>")
    .addOption(timeout("maximum time").default(undefined, "unlimited"))
    .action(load(() => import("./commands/builds/watch.ts")));

  withApp(withApi(program.command("install")))
    .description("install an item in an app, or a system plugin in the workspace")
    .addArgument(itemArgument())
    .addOption(
      new Option("--updates <policy>", `automatic updates: ${UPDATES.join(", ")}`)
        .argParser((text: string) => parseChoice(text, UPDATES))
        .default(undefined, "MANUAL"),
    )
    .addOption(
      new Option("--accept-permissions <names>", "permissions to accept, separated by commas").argParser(
        (text: string) => text.split(",").filter((name) => name !== ""),
      ),
    )
    .option("-y, --yes", "accept all permissions that the version requests")
    .action(load(() => import("./commands/installations/install.ts")));

  withApp(withApi(program.command("uninstall")))
    .description("uninstall an item; queued and running builds keep it")
    .addArgument(itemArgument())
    .action(load(() => import("./commands/installations/uninstall.ts")));

  const installations = program
    .command("installations")
    .helpCommand(false)
    .description("list installed plugins and themes");

  withApp(withApi(installations.command("list")))
    .description("list plugins and theme of an app, or system plugins")
    .action(load(() => import("./commands/installations/list.ts")));

  const listing = program
    .command("listing")
    .helpCommand(false)
    .description("view, discuss or withdraw a submission");

  withWait(withApi(listing.command("status")))
    .description("show status, queue position and decision")
    .argument("<listingId>")
    .action(load(() => import("./commands/listing/status.ts")));

  withApi(listing.command("withdraw"))
    .description("withdraw a listing; its version can't be reused")
    .argument("<listingId>")
    .action(load(() => import("./commands/listing/withdraw.ts")));

  withApi(listing.command("reply"))
    .description("send a message to the moderators")
    .argument("<listingId>")
    .argument("<text>", "message")
    .action(load(() => import("./commands/listing/reply.ts")));

  return program;
}

function createRoot({ stdout, stderr, env }: CommandContext): Command {
  const { bold, dim } = createStyle(stdout, env);
  return new Command("cli")
    .description("Drydock CLI: publish plugins and follow builds.")
    .version(CLI_VERSION, "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    .exitOverride()
    .configureHelp({
      styleTitle: bold,
      styleDescriptionText: (text) => text,
      styleOptionTerm: bold,
      styleSubcommandTerm: bold,
      styleArgumentTerm: bold,
    })
    .configureOutput({
      writeOut: (text) => write(stdout, text),
      writeErr: (text) => write(stderr, text),
      getOutHasColors: () => supportsColor(stdout, env),
      getErrHasColors: () => supportsColor(stderr, env),
      // `run` reports usage errors like every other error.
      outputError: () => {},
    })
    .addHelpText("after", `\n${dim(EPILOGUE)}`);
}

const withJson = (command: Command) => command.option("--json", "print one JSON document");

const withApi = (command: Command) =>
  withJson(command)
    .addOption(apiUrl("address of the platform"))
    .option("--token <token>", "API token (env: CLI_TOKEN)");

const withApp = (command: Command) =>
  command.option("--app <id>", "app ID; without it, system plugins of the workspace");

const itemArgument = () =>
  new Argument("<item>", "<type>/<slug>[@<version>], such as theme/paper-trail").argParser(parseItem);

const withPacking = (command: Command) =>
  command.option("--allow-secrets", "include files that look like secrets");

const withWait = (command: Command) => withTimedWait(command, "wait for the decision", "1h");

const withBuildWait = (command: Command) => withTimedWait(command, "wait until the build ends", "unlimited");

const withTimedWait = (command: Command, purpose: string, defaultTimeout: string) =>
  command
    .option("--wait", purpose)
    .addOption(timeout("maximum wait").default(undefined, defaultTimeout))
    .hook("preAction", () => {
      const { wait, timeout } = command.opts();
      if (timeout === undefined || wait) return;
      throw usageError("--timeout requires --wait.", "Add --wait or remove --timeout.");
    });

const apiUrl = (purpose: string) => new Option("--api-url <url>", `${purpose} (env: CLI_API_URL)`);

const timeout = (purpose: string) =>
  new Option("--timeout <duration>", `${purpose}, such as 30s, 10m or 2h`).argParser(parseDuration);

const repeatable = (flags: string, choices: readonly string[]) =>
  new Option(flags, `filter: ${choices.join(", ")} (repeatable)`).argParser(
    (text: string, previous: string[] = []) => [...previous, parseChoice(text, choices)],
  );

/** Choice in any case, with hyphens for underscores: `in-progress`. */
function parseChoice(text: string, choices: readonly string[]): string {
  const choice = text.toUpperCase().replaceAll("-", "_");
  if (choices.includes(choice)) return choice;
  throw new InvalidArgumentError(`Choose from ${choices.join(", ")}.`);
}

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Duration option: `30s`, `10m` or `2h` in milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit = ""] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  if (amount && unitMs) return Number(amount) * unitMs;
  throw usageError(`"${text}" is not a duration.`, "Use a number with s, m or h, such as 30s, 10m or 2h.");
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= 100) return limit;
  throw new InvalidArgumentError("Must be a number from 1 to 100.");
}

/**
 * Deepest command that a command line names, and the word after it that names none. Commander prints the help of the parent
 * of an unknown command if `--help` follows.
 */
function findCommand(program: Command, argv: readonly string[]): { path: string[]; unknown: string | null } {
  let command = program;
  const path = [program.name()];
  for (const word of argv) {
    if (word.startsWith("-")) continue;
    if (command.commands.length === 0) break;
    const next = command.commands.find((each) => each.name() === word);
    if (!next) return { path, unknown: [...path.slice(1), word].join(" ") };
    command = next;
    path.push(word);
  }
  return { path, unknown: null };
}

function helpHint(program: Command, argv: readonly string[]): string {
  const { path } = findCommand(program, argv);
  return `Run ${path.join(" ")} --help${path.length > 1 ? "" : " for a list of commands"}.`;
}

function toUsageError(error: unknown, hint: string): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.code === "commander.help") return usageError("", "");
  const message = error.message.replace(/^error: /, "").replaceAll("\n", " ");
  return usageError(message.charAt(0).toUpperCase() + message.slice(1), hint);
}
