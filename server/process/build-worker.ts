import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Env, rawEnv } from "../platform/env/env.ts";
import { projectRoot, RUNNER } from "./build.ts";

const RESTART_DELAY_MS = 1_000;

/**
 * Runs a build worker beside the platform, with the sample build, and starts it again when it dies. It is the same
 * program that runs next to a build machine, and speaks REST like any other.
 * @throws Error when workers have no secret to come with
 */
export function startBuildWorker(
  { HOST, PORT, BUILD_SERVER_SECRET: secrets }: Env,
  dataDir: string,
): { stop: () => Promise<void> } {
  const [secret] = secrets ?? [];
  if (!secret) throw new Error("--with-worker needs BUILD_SERVER_SECRET.");
  const host = ["0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
  const options = {
    "--api-url": `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`,
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
      // Over the channel nothing is said; it breaks when we are gone, and then the worker ends, too.
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  const keep = async (): Promise<void> => {
    while (!isStopping) {
      child = start();
      await new Promise<void>((resolve) => child.once("exit", () => resolve()));
      if (!isStopping) await delay(RESTART_DELAY_MS);
    }
  };
  const kept = keep();
  return {
    stop: async () => {
      isStopping = true;
      child.kill("SIGTERM");
      await kept;
    },
  };
}
