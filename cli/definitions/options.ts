import { type Command, InvalidArgumentError, Option } from "commander";
import { HOUR_MS, parseDuration } from "@/shared/time.ts";
import { usageError } from "../context/errors.ts";

export const withJson = (command: Command) => command.option("--json", "print one JSON document");

export const withApi = (command: Command) =>
  withJson(command)
    .addOption(apiUrl("address of the platform"))
    .option("--token <token>", "API token (env: CLI_TOKEN)");

export const withWait = (command: Command) =>
  withTimedWait(command, "wait for the decision", timeout("maximum wait").default(HOUR_MS, "1h"));

export const withTimedWait = (command: Command, purpose: string, limit: Option) =>
  command
    .option("--wait", purpose)
    .addOption(limit)
    .hook("preAction", () => {
      if (command.getOptionValueSource("timeout") !== "cli" || command.opts().wait) return;
      throw usageError("--timeout requires --wait.", "Add --wait or remove --timeout.");
    });

export const apiUrl = (purpose: string) => new Option("--api-url <url>", `${purpose} (env: CLI_API_URL)`);

/** Limit on a wait, unlimited unless it gets another default. */
export const timeout = (purpose: string) =>
  new Option("--timeout <duration>", `${purpose}, such as 30s, 10m or 2h`)
    .argParser(parseTimeout)
    .default(undefined, "unlimited");

export const repeatable = (flags: string, choices: readonly string[]) =>
  new Option(flags, `filter: ${choices.join(", ")} (repeatable)`).argParser(
    (text: string, previous: string[] = []) => [...previous, parseChoice(text, choices)],
  );

/** Choice in any case, with hyphens for underscores: `in-progress`. */
export function parseChoice(text: string, choices: readonly string[]): string {
  const choice = text.toUpperCase().replaceAll("-", "_");
  if (choices.includes(choice)) return choice;
  throw new InvalidArgumentError(`Choose from ${choices.join(", ")}.`);
}

/** Duration option: `30s`, `10m` or `2h` in milliseconds. */
export function parseTimeout(text: string): number {
  const durationMs = parseDuration(text, ["s", "m", "h"]);
  if (durationMs !== null) return durationMs;
  throw usageError(`"${text}" is not a duration.`, "Use a number with s, m or h, such as 30s, 10m or 2h.");
}

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= 100) return limit;
  throw new InvalidArgumentError("Must be a number from 1 to 100.");
}
