import { processSingleton } from "@/db/client.ts";
import { createLogger } from "@/server/core/log.ts";

/** Lines that the process's logger writes from now on, at every level. Called before the first use of the logger. */
export function captureLog(): string[] {
  const lines: string[] = [];
  const logger = createLogger("trace", { write: (line) => void lines.push(line) });
  if (processSingleton("log", () => logger) !== logger) throw new Error("the logger is in use already");
  return lines;
}
