import { log } from "../platform/log.ts";

/**
 * Lets a server go on where something goes wrong that nobody waits for. What it says may have no reader any more, or no
 * room on the disk: each such line would otherwise be an error of its own, about which there is another line to write. And
 * what a library throws into the void, mostly when the database is lost, would end the process with all that it serves.
 */
export function installGlobalErrorHandlers(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  for (const name of ["unhandledRejection", "uncaughtException"] as const) {
    process.on(name, (error: unknown) => log().error({ err: error }, name));
  }
}
