import { log } from "@/server/core/log.ts";

/**
 * Global error handlers of a process. Write errors of stdout and stderr (closed pipe, full disk) are ignored: logging them
 * would fail again. Unhandled rejections and uncaught exceptions, which libraries raise mostly when the database is lost,
 * are logged and do not end the process.
 */
export function installGlobalErrorHandlers(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  for (const name of ["unhandledRejection", "uncaughtException"] as const) {
    process.on(name, (error: unknown) => log().error({ err: error }, name));
  }
}
