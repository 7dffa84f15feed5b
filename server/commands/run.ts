import { COMMAND_TIMEOUTS, openDatabase, processSingleton } from "@/db/client.ts";
import { fail } from "./fail.ts";
import { withDatabase } from "./with-database.ts";

/**
 * Runs a command of the operator against the database of this checkout. What `work` prints goes to standard output;
 * a failure goes to standard error with the usage, and the process ends with 1.
 */
export async function runCommand(
  usage: string,
  work: (print: (line: string) => void) => Promise<void>,
): Promise<void> {
  await withDatabase(async (url) => {
    const { close } = processSingleton("database", () => openDatabase(url, 2, COMMAND_TIMEOUTS));
    try {
      await work((line) => process.stdout.write(`${line}\n`));
    } finally {
      await close();
    }
  }).catch((error: unknown) => {
    fail(error);
    process.stderr.write(`\n${usage}\n`);
  });
}
