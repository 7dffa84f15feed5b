import { log } from "./log.ts";

const LEVELS = {
  error: "error",
  warn: "warn",
  trace: "warn",
  log: "info",
  info: "info",
  debug: "debug",
} as const;

/**
 * Lets what libraries write to the console, as Next does with a page that failed, stand in the log like all else: a line of
 * JSON each, without the values of a query.
 */
export function keepConsole(): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    console[method as keyof typeof LEVELS] = (...said: unknown[]) => {
      const error = said.find((one) => one instanceof Error);
      const words = said.filter((one) => one !== error).map(String);
      log()[level]({ part: "console", ...(error && { err: error }) }, words.join(" "));
    };
  }
}
