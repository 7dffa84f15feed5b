import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { AccessOptions } from "./api/access.ts";
import { BUILD_STATUSES, PLATFORMS } from "./api/views.ts";
import type { ListOptions } from "./commands/builds/list.ts";
import type { WatchOptions } from "./commands/builds/watch.ts";
import type { StatusOptions } from "./commands/listing/status.ts";
import type { CreateOptions } from "./commands/plugin/create.ts";
import type { PublishOptions } from "./commands/plugin/publish.ts";
import { EXIT, type ExitCode, Failure, wrongUsage } from "./failure.ts";
import { reportFailure } from "./report-failure.ts";
import type { Session, Work } from "./session.ts";
import { parseDuration } from "./terminal/duration.ts";
import { write } from "./terminal/harmless.ts";
import { createReporter } from "./terminal/reporter.ts";
import { hasColour, styleOf } from "./terminal/style.ts";
import type { Surroundings } from "./terminal/terminal.ts";

/** Runs one command line and resolves with what the program ends with. Never rejects. */
export async function run(argv: string[], surroundings: Surroundings): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const session = { ...surroundings, reporter: createReporter(surroundings, argv.includes("--json")) };
  const program = describeProgram(session, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    return reportFailure(asFailure(error), session);
  }
}

type Finish = (code: ExitCode) => void;

/** The whole command line. What a command does is loaded when it is called. */
function describeProgram(session: Session, finish: Finish): Command {
  /** Arguments come first, then the options, then the command itself. */
  const act =
    <A extends unknown[]>(work: (...args: A) => Work) =>
    async (...args: unknown[]) =>
      finish((await work(...(args.slice(0, -1) as A))) ?? EXIT.done);

  const program = createRoot(session);
  const plugin = program
    .command("plugin")
    .helpCommand(false)
    .description("make, check, pack and hand in plugins");

  withJson(plugin.command("create"))
    .description("start a plugin in a folder of its own")
    .argument("<name>", "a plain name, such as offline-sync")
    .addOption(new Option("--type <type>", "for apps or for the platform").choices(["app", "system"]))
    .addOption(apiUrl("where plugin.json finds its schema"))
    .action(
      act(async (name: string, options: CreateOptions) =>
        (await import("./commands/plugin/create.ts")).createPlugin(session, name, options),
      ),
    );

  withJson(plugin.command("validate"))
    .description("check plugin.json and the files that would be packed")
    .argument("[folder]", "the plugin's folder", ".")
    .action(
      act(async (folder: string) =>
        (await import("./commands/plugin/validate.ts")).validatePlugin(session, folder),
      ),
    );

  withJson(plugin.command("build"))
    .description("pack a plugin into a .tar.gz; the same files always give the same bytes")
    .argument("[folder]", "the plugin's folder", ".")
    .action(
      act(async (folder: string) =>
        (await import("./commands/plugin/build.ts")).buildPlugin(session, folder),
      ),
    );

  withApi(plugin.command("publish"))
    .description("check, pack, upload and hand in a plugin; it is on the marketplace once it is approved")
    .argument("[folder]", "the plugin's folder", ".")
    .option("--wait", "wait for the decision of the moderators")
    .addOption(timeout("how long to wait").default(undefined, "1h"))
    .addOption(new Option("--dry-run", "check everything, change nothing").conflicts("wait"))
    .action(
      act(async (folder: string, options: PublishOptions) =>
        (await import("./commands/plugin/publish.ts")).publishPlugin(session, folder, options),
      ),
    );

  withApi(program.command("whoami"))
    .description("whose token this is, for which tenant, and what it permits")
    .action(
      act(async (options: AccessOptions) => (await import("./commands/whoami.ts")).whoami(session, options)),
    );

  const builds = program.command("builds").helpCommand(false).description("look at the builds of an app");

  withApi(builds.command("list"))
    .description("the builds of an app, newest first")
    .requiredOption("--app <id>", "the app's identifier")
    .addOption(oneOrMore("--status <status>", BUILD_STATUSES))
    .addOption(oneOrMore("--platform <platform>", PLATFORMS))
    .addOption(new Option("--limit <count>", "how many, 1 to 100").argParser(parseLimit).default(20))
    .action(
      act(async (options: ListOptions) =>
        (await import("./commands/builds/list.ts")).listBuilds(session, options),
      ),
    );

  withApi(builds.command("watch"))
    .description("follow a build until it ends")
    .argument("<buildId>")
    .addOption(timeout("how long to follow it").default(undefined, "no end"))
    .action(
      act(async (id: string, options: WatchOptions) =>
        (await import("./commands/builds/watch.ts")).watchBuild(session, id, options),
      ),
    );

  const listing = program
    .command("listing")
    .helpCommand(false)
    .description("look at what was handed in, talk about it, or take it back");

  withApi(listing.command("status"))
    .description("the state of a listing, its place in the queue or the decision")
    .argument("<listingId>")
    .option("--wait", "wait for the decision of the moderators")
    .addOption(timeout("how long to wait").default(undefined, "1h"))
    .action(
      act(async (id: string, options: StatusOptions) =>
        (await import("./commands/listing/status.ts")).showListing(session, id, options),
      ),
    );

  withApi(listing.command("withdraw"))
    .description("take a listing back; its version number stays used")
    .argument("<listingId>")
    .action(
      act(async (id: string, options: AccessOptions) =>
        (await import("./commands/listing/withdraw.ts")).withdrawListing(session, id, options),
      ),
    );

  withApi(listing.command("reply"))
    .description("write to the moderators about a listing")
    .argument("<listingId>")
    .argument("<text>", "what to tell them")
    .action(
      act(async (id: string, text: string, options: AccessOptions) =>
        (await import("./commands/listing/reply.ts")).replyToModerators(session, id, text, options),
      ),
    );

  return program;
}

function createRoot({ stdout, stderr, env }: Session): Command {
  const { bold, dim } = styleOf(stdout, env);
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
      getOutHasColors: () => hasColour(stdout, env),
      getErrHasColors: () => hasColour(stderr, env),
      // `run` reports what is wrong, in the same form as every other failure.
      outputError: () => {},
    })
    .addHelpText("after", `\n${dim(EPILOGUE)}`);
}

const EPILOGUE = `Every command takes --json, which prints one JSON document. Exit codes: 0 done, 1 failed, 2 wrong usage,
3 rejected by moderation, 4 still pending. The address and the token can come from CLI_API_URL and CLI_TOKEN.`;

const withJson = (command: Command) => command.option("--json", "print one JSON document");

const withApi = (command: Command) =>
  withJson(command)
    .addOption(apiUrl("address of the platform"))
    .option("--token <token>", "API token (env: CLI_TOKEN)");

const apiUrl = (what: string) => new Option("--api-url <url>", `${what} (env: CLI_API_URL)`);

const timeout = (what: string) =>
  new Option("--timeout <duration>", `${what}, such as 30s, 10m or 2h`).argParser(parseDuration);

/** An option of a closed vocabulary that may stand there several times, in either case. */
function oneOrMore(flags: string, known: readonly string[]): Option {
  return new Option(flags, `only ${known.join(", ")}; may be repeated`).argParser(
    (text: string, earlier: string[] = []) => {
      const word = text.toUpperCase().replaceAll("-", "_");
      if (known.includes(word)) return [...earlier, word];
      throw new InvalidArgumentError(`Choose from ${known.join(", ")}.`);
    },
  );
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= 100) return limit;
  throw new InvalidArgumentError("It is a whole number from 1 to 100.");
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.exitCode === 0) return null;
  if (error.code === "commander.help")
    return new Failure({ code: "WRONG_USAGE", message: "", hint: "", exitCode: EXIT.wrongUsage });
  const message = error.message.replace(/^error: /, "").replaceAll("\n", " ");
  return wrongUsage(
    message.charAt(0).toUpperCase() + message.slice(1),
    "cli --help shows the commands, and --help after a command its options.",
  );
}
