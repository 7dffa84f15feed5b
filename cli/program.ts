import { Command, CommanderError } from "commander";
import { listCommands, renderCompletion, type Shell } from "./completion.ts";
import type { CommandContext, CommandResult, ProcessContext } from "./context/context.ts";
import { EXIT, type ExitCode, reportError, usageError } from "./context/errors.ts";
import { defineCommands, listRunnable } from "./definitions/commands.ts";
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

/** Command module: `run` gets the context, the arguments and the options. Without an exit code, it succeeded. */
interface CommandModule {
  run: (context: CommandContext, ...args: never[]) => CommandResult | Promise<void>;
}

/** Modules of the commands by their paths. One is loaded when it runs, which keeps the start fast. */
const MODULES: Record<string, () => Promise<CommandModule>> = {
  "plugin create": () => import("./commands/plugin/create.ts"),
  "plugin validate": () => import("./commands/plugin/validate.ts"),
  "plugin build": () => import("./commands/plugin/build.ts"),
  "plugin publish": () => import("./commands/plugin/publish.ts"),
  search: () => import("./commands/search.ts"),
  whoami: () => import("./commands/whoami.ts"),
  "apps list": () => import("./commands/apps/list.ts"),
  "builds list": () => import("./commands/builds/list.ts"),
  "builds create": () => import("./commands/builds/create.ts"),
  "builds logs": () => import("./commands/builds/logs.ts"),
  "builds cancel": () => import("./commands/builds/cancel.ts"),
  "builds retry": () => import("./commands/builds/retry.ts"),
  "builds watch": () => import("./commands/builds/watch.ts"),
  install: () => import("./commands/installations/install.ts"),
  uninstall: () => import("./commands/installations/uninstall.ts"),
  "installations list": () => import("./commands/installations/list.ts"),
  "listing status": () => import("./commands/listing/status.ts"),
  "listing withdraw": () => import("./commands/listing/withdraw.ts"),
  "listing reply": () => import("./commands/listing/reply.ts"),
};

function createProgram(context: CommandContext, onExit: (code: ExitCode) => void): Command {
  const program = createRoot(context);
  defineCommands(program);
  const modules: typeof MODULES = { ...MODULES, completion: async () => ({ run: printCompletion }) };
  const printCompletion = async ({ reporter }: CommandContext, shell: Shell) => {
    reporter.print(renderCompletion(shell, listCommands(program)));
  };
  for (const { path, command } of listRunnable(program)) {
    const load = modules[path];
    if (!load) throw new Error(`cli ${path} has no module`);
    command.action(async (...args: unknown[]) => {
      const { run } = await load();
      // Commander passes the command itself as the last argument.
      const code = await run(context, ...(args.slice(0, -1) as never[]));
      onExit(typeof code === "number" ? code : EXIT.success);
    });
  }
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

/**
 * Deepest known command of a command line, and the unknown word after it. Without this, Commander prints the help of
 * the parent if `--help` follows an unknown command.
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

/** Help for an invalid command line. */
function helpHint(program: Command, argv: readonly string[]): string {
  const { path } = findCommand(program, argv);
  return `Run ${path.join(" ")} --help${path.length > 1 ? "" : " for a list of commands"}.`;
}

/** Usage error of the parser as a `CliError`; other errors are returned unchanged. */
function toUsageError(error: unknown, hint: string): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.code === "commander.help") return usageError("", "");
  const message = error.message.replace(/^error: /, "").replaceAll("\n", " ");
  return usageError(message.charAt(0).toUpperCase() + message.slice(1), hint);
}
