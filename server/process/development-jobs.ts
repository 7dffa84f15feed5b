import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { rawEnv } from "@/server/core/env/env.ts";
import { projectRoot, RUNNER } from "./build.ts";
import { startReloader } from "./reloader.ts";

/**
 * Job process of development: a server process with `ROLES=jobs`, on a free port, which restarts when a file below
 * `server/`, `shared/` or `db/` changes. Changed migrations and SQL function files are applied first.
 * @param inspectorPort null for no inspector
 */
export function startDevelopmentJobs(inspectorPort: number | null, log: (line: string) => void) {
  const flags = inspectorPort === null ? [] : [`--inspect=127.0.0.1:${inspectorPort}`];
  const env = { ...(rawEnv() as NodeJS.ProcessEnv), ROLES: "jobs", PORT: "0" };
  return startReloader({
    name: "Job process",
    folders: ["server", "shared", "db"].map((folder) => join(projectRoot, folder)),
    start: () =>
      spawn(process.execPath, [...flags, RUNNER, "server/web-process.ts"], {
        cwd: projectRoot,
        env,
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      }),
    prepare: async (files) => {
      if (files.some((file) => MIGRATED.test(file))) await migrate();
    },
    log,
  });
}

const MIGRATED = /\/db\/(functions|migrations)\//;

/** Runs in a separate process, which loads the changed code. */
async function migrate(): Promise<void> {
  await promisify(execFile)(process.execPath, [RUNNER, "server/commands/migrate.ts"], {
    cwd: projectRoot,
  }).catch(({ stderr }: { stderr: string }) => {
    throw new Error(`Migrating the database failed:\n${stderr.trim()}`);
  });
}
