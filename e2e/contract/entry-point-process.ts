import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export interface EntryPointProcess {
  origin: string;
  /** Output so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Production server (`server/main.ts`). */
export async function startFront(settings: Record<string, string>): Promise<EntryPointProcess> {
  const port = await findFreePort();
  return startEntryPoint(port, ["server/run.mjs", "server/web-process.ts"], {
    ...settings,
    HOST,
    PORT: String(port),
  });
}

/** Next alone on the same build, which serves `app/api/**\/route.ts`. */
export async function startNext(settings: Record<string, string>): Promise<EntryPointProcess> {
  const port = await findFreePort();
  return startEntryPoint(
    port,
    ["node_modules/next/dist/bin/next", "start", "-H", HOST, "-p", String(port)],
    settings,
  );
}

const HOST = "127.0.0.1";
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

async function startEntryPoint(
  port: number,
  args: string[],
  settings: Record<string, string>,
): Promise<EntryPointProcess> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, ["--import", END_WITH_PARENT, ...args], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { PATH, HOME, TMPDIR, NODE_ENV: "production", ...settings },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  };
  const origin = `http://${HOST}:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isHealthy(origin))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || Date.now() > deadline) {
      await stop();
      throw new Error(`The entry point did not start:\n${output}`);
    }
    await delay(50);
  }
  return { origin, output: () => output, stop };
}

/** Ends the child process when the test run was killed. */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  'process.once("disconnect", () => process.exit(1)); process.channel?.unref();',
)}`;

async function isHealthy(origin: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${origin}/api/health`, { headers: { connection: "close" } });
    return ok;
  } catch {
    return false;
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(address)));
    });
  });
}
