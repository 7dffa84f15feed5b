import { Argument, Command, CommanderError } from "commander";
import { listCommands, renderCompletion, SHELLS, type Shell } from "./completion.ts";
import type { CommandContext, ProcessContext } from "./context/context.ts";
import { EXIT, type ExitCode, reportError, usageError } from "./context/errors.ts";
import { defineBuildCommands } from "./definitions/builds.ts";
import { createLoader } from "./definitions/command.ts";
import { defineInstallationCommands } from "./definitions/installations.ts";
import { defineListingCommands } from "./definitions/listing.ts";
import { withApi } from "./definitions/options.ts";
import { definePluginCommands } from "./definitions/plugin.ts";
import { defineSearchCommand } from "./definitions/search.ts";
import { findCommand, helpHint, toUsageError } from "./definitions/usage.ts";
import { createReporter } from "./terminal/reporter.ts";
import { write } from "./terminal/sanitize.ts";
import { createStyle, supportsColor } from "./terminal/style.ts";

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

/** All commands, in the order of the help. */
function createProgram(context: CommandContext, onExit: (code: ExitCode) => void): Command {
  const program = createRoot(context);
  const load = createLoader(context, onExit);
  definePluginCommands(program, load);
  defineSearchCommand(program, load);

  program
    .command("completion")
    .description("print a completion script for a shell")
    .addArgument(new Argument("<shell>", "shell").choices(SHELLS))
    .action((shell: Shell) => context.reporter.print(renderCompletion(shell, listCommands(program))));

  withApi(program.command("whoami"))
    .description("show the token's user, workspace and permissions")
    .action(load(() => import("./commands/whoami.ts")));

  const apps = program.command("apps").helpCommand(false).description("list apps");

  withApi(apps.command("list"))
    .description("list apps by name")
    .action(load(() => import("./commands/apps/list.ts")));

  defineBuildCommands(program, load);
  defineInstallationCommands(program, load);
  defineListingCommands(program, load);
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
