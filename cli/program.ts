import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { Build } from "./api/responses.ts";
import type { CommandContext, CommandResult, ProcessContext } from "./context/context.ts";
import { EXIT, type ExitCode, reportError, usageError } from "./context/errors.ts";
import { createReporter } from "./terminal/reporter.ts";
import { write } from "./terminal/sanitize.ts";
import { createStyle, supportsColor } from "./terminal/style.ts";

const BUILD_STATUSES: Build["status"][] = ["QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED"];
const PLATFORMS: Build["platform"][] = ["ANDROID", "IOS"];

const EPILOGUE = `Every command takes --json, which prints one JSON document. Exit codes: 0 done, 1 failed, 2 wrong usage,
3 rejected by moderation, 4 still pending. The address and the token can come from CLI_API_URL and CLI_TOKEN.`;

/** Runs one command line. @returns the exit code; never rejects */
export async function run(argv: string[], processContext: ProcessContext): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.success;
  const reporter = createReporter(processContext, argv.includes("--json"));
  const context = { ...processContext, reporter };
  const program = createProgram(context, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    const isHelpOrVersion = error instanceof CommanderError && error.exitCode === 0;
    return isHelpOrVersion
      ? EXIT.success
      : reportError(toUsageError(error), reporter, context.signal.aborted);
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
    .description("make, check, pack and hand in plugins");

  withJson(plugin.command("create"))
    .description("start a plugin in a folder of its own")
    .argument("<name>", "a plain name, such as offline-sync")
    .addOption(new Option("--type <type>", "for apps or for the platform").choices(["app", "system"]))
    .addOption(apiUrl("where plugin.json finds its schema"))
    .action(load(() => import("./commands/plugin/create.ts")));

  withPacking(withApi(plugin.command("validate")))
    .description("check what would be published; with --api-url and --token also by the platform")
    .argument("[folder]", "the plugin's folder", ".")
    .action(load(() => import("./commands/plugin/validate.ts")));

  withPacking(withJson(plugin.command("build")))
    .description("pack a plugin into a .tar.gz; the same files always give the same bytes")
    .argument("[folder]", "the plugin's folder", ".")
    .action(load(() => import("./commands/plugin/build.ts")));

  withPacking(withWait(withApi(plugin.command("publish"))))
    .description("check, pack, upload and hand in a plugin; it is on the marketplace once it is approved")
    .argument("[folder]", "the plugin's folder", ".")
    .addOption(new Option("--dry-run", "check everything, change nothing").conflicts("wait"))
    .action(load(() => import("./commands/plugin/publish.ts")));

  withApi(program.command("whoami"))
    .description("whose token this is, for which tenant, and what it permits")
    .action(load(() => import("./commands/whoami.ts")));

  const builds = program.command("builds").helpCommand(false).description("look at the builds of an app");

  withApi(builds.command("list"))
    .description("the builds of an app, newest first")
    .requiredOption("--app <id>", "the app's identifier")
    .addOption(repeatable("--status <status>", BUILD_STATUSES))
    .addOption(repeatable("--platform <platform>", PLATFORMS))
    .addOption(new Option("--limit <count>", "how many, 1 to 100").argParser(parseLimit).default(20))
    .action(load(() => import("./commands/builds/list.ts")));

  withApi(builds.command("watch"))
    .description("follow a build until it ends")
    .argument("<buildId>")
    .addOption(timeout("how long to follow it").default(undefined, "no end"))
    .action(load(() => import("./commands/builds/watch.ts")));

  const listing = program
    .command("listing")
    .helpCommand(false)
    .description("look at what was handed in, talk about it, or take it back");

  withWait(withApi(listing.command("status")))
    .description("the state of a listing, its place in the queue or the decision")
    .argument("<listingId>")
    .action(load(() => import("./commands/listing/status.ts")));

  withApi(listing.command("withdraw"))
    .description("take a listing back; its version number stays used")
    .argument("<listingId>")
    .action(load(() => import("./commands/listing/withdraw.ts")));

  withApi(listing.command("reply"))
    .description("write to the moderators about a listing")
    .argument("<listingId>")
    .argument("<text>", "what to tell them")
    .action(load(() => import("./commands/listing/reply.ts")));

  return program;
}

function createRoot({ stdout, stderr, env }: CommandContext): Command {
  const { bold, dim } = createStyle(stdout, env);
  return new Command("cli")
    .description("Drydock on the command line: plugins from an empty folder to the marketplace, and builds.")
    .version(CLI_VERSION, "-V, --version", "print the version")
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

const withPacking = (command: Command) =>
  command.option("--allow-secrets", "pack files although they look like secrets");

const withWait = (command: Command) =>
  command
    .option("--wait", "wait for the decision of the moderators")
    .addOption(timeout("how long to wait").default(undefined, "1h"))
    .hook("preAction", () => {
      const { wait, timeout } = command.opts();
      if (timeout === undefined || wait) return;
      throw usageError(
        "--timeout says how long to wait, but there is no --wait.",
        "Add --wait, or leave --timeout out.",
      );
    });

const apiUrl = (purpose: string) => new Option("--api-url <url>", `${purpose} (env: CLI_API_URL)`);

const timeout = (purpose: string) =>
  new Option("--timeout <duration>", `${purpose}, such as 30s, 10m or 2h`).argParser(parseDuration);

const repeatable = (flags: string, choices: readonly string[]) =>
  new Option(flags, `only ${choices.join(", ")}; may be repeated`).argParser(
    (text: string, previous: string[] = []) => {
      const choice = text.toUpperCase().replaceAll("-", "_");
      if (choices.includes(choice)) return [...previous, choice];
      throw new InvalidArgumentError(`Choose from ${choices.join(", ")}.`);
    },
  );

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Duration option: `30s`, `10m` or `2h` in milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit = ""] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  if (amount && unitMs) return Number(amount) * unitMs;
  throw usageError(
    `"${text}" is no duration.`,
    "Write a whole number and s, m or h, such as 30s, 10m or 2h.",
  );
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= 100) return limit;
  throw new InvalidArgumentError("It is a whole number from 1 to 100.");
}

function toUsageError(error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.code === "commander.help") return usageError("", "");
  const message = error.message.replace(/^error: /, "").replaceAll("\n", " ");
  return usageError(
    message.charAt(0).toUpperCase() + message.slice(1),
    "cli --help shows the commands, and --help after a command its options.",
  );
}
