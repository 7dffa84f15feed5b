import type { Command } from "commander";
import type { CommandContext, CommandResult } from "../context/context.ts";
import type { ExitCode } from "../context/errors.ts";

/** Command module: `run` gets the context, the arguments and the options. */
interface CommandModule {
  run: (context: CommandContext, ...args: never[]) => CommandResult;
}

/** Action of a command. Its module is loaded on demand, which keeps the start fast. */
export type LoadAction = (loadModule: () => Promise<CommandModule>) => (...args: unknown[]) => Promise<void>;

/** Definition of commands: adds them to the program. */
export type CommandDefinition = (program: Command, load: LoadAction) => void;

export const createLoader =
  (context: CommandContext, onExit: (code: ExitCode) => void): LoadAction =>
  (loadModule) =>
  async (...args) => {
    const command = await loadModule();
    // Commander passes the command itself as the last argument.
    onExit(await command.run(context, ...(args.slice(0, -1) as never[])));
  };
