import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Env, rawEnv } from "@/server/core/env/env.ts";
import { localOrigin } from "@/server/core/env/public-origin.ts";
import { projectRoot, RUNNER } from "./build.ts";

const RESTART_DELAY_MS = 1_000;

/**
 * Build worker on the server's machine (`--with-worker`): runs the worker program with the sample build and restarts it
 * one second after it exits. It uses public REST, like every worker.
 * @throws Error when BUILD_SERVER_SECRET is not set
 */
export function startBuildWorker(
  { HOST, PORT, BUILD_SERVER_SECRET: secrets }: Env,
  dataDir: string,
): { stop: () => Promise<void> } {
  const [secret] = secrets ?? [];
  if (!secret) throw new Error("--with-worker requires BUILD_SERVER_SECRET.");
  const options = {
    "--api-url": localOrigin(HOST, PORT),
    "--exec": join(projectRoot, "worker", "sample-build.sh"),
    "--id": "sample-worker",
    "--spool": join(dataDir, "worker"),
  };
  const { PATH, HOME, TMPDIR, LANG } = rawEnv();
  const env = { PATH, HOME, TMPDIR, LANG, BUILD_SECRET: secret } as unknown as NodeJS.ProcessEnv;
  let isStopping = false;
  let child: ReturnType<typeof start>;
  const start = () =>
    spawn(process.execPath, [RUNNER, "worker/main.ts", ...Object.entries(options).flat()], {
      cwd: projectRoot,
      env,
      // The IPC channel carries no messages: the worker exits when it closes, so also when the launcher is killed.
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  const runUntilStopped = async (): Promise<void> => {
    while (!isStopping) {
      child = start();
      await new Promise<void>((resolve) => child.once("exit", () => resolve()));
      if (!isStopping) await delay(RESTART_DELAY_MS);
    }
  };
  const running = runUntilStopped();
  return {
    stop: async () => {
      isStopping = true;
      child.kill("SIGTERM");
      await running;
    },
  };
}
