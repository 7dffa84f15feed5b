import { existsSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "@/db/embedded/embedded-postgres.ts";
import { modeOf, rawEnv, readEnv } from "@/server/core/env/env.ts";
import { openDataDir } from "../process/data-dir.ts";
import { reportFailure } from "./run-command.ts";

/** Paths below the data directory: the cluster, its settings, and the default object store. */
const REMOVED = ["postgres", "postgres.json", "postgres.log", "objects"];

/** `npm run db:reset`: removes the embedded database and the objects of DATA_DIR. The next start creates both again. */
await reset().catch(reportFailure);

/** @throws Error with DATABASE_URL set, and while another process uses the data directory */
async function reset(): Promise<void> {
  if (modeOf(rawEnv()) === "external") {
    throw new Error("DATABASE_URL is set. db:reset removes only the embedded database.");
  }
  const { DATA_DIR } = readEnv(rawEnv());
  if (!existsSync(DATA_DIR)) return;
  const dataDir = openDataDir(DATA_DIR, "command");
  try {
    // A server that a killed launcher left running is taken over and stopped.
    if (existsSync(join(dataDir.path, "postgres", "postmaster.pid"))) {
      const server = await startEmbedded({ dataDir: dataDir.path, log: () => undefined });
      await server.stop();
    }
    for (const name of REMOVED) remove(join(dataDir.path, name));
    process.stdout.write(`Removed the embedded database and objects in ${dataDir.path}\n`);
  } finally {
    dataDir.release();
  }
}

/** The cluster may be behind a link; see `relocate` in `db/embedded/installation.ts`. */
function remove(path: string): void {
  if (existsSync(path)) rmSync(realpathSync(path), { recursive: true });
  rmSync(path, { force: true });
}
