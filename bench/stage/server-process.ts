import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export interface ServerProcess {
  pid: number;
  origin: string;
  /** Resolves when it answers. */
  ready: Promise<void>;
  stop: () => Promise<void>;
}

export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a program of Node's that serves on `PORT` of 127.0.0.1. */
export async function startServer(
  args: string[],
  settings: Record<string, string>,
  cwd = PROJECT,
): Promise<ServerProcess> {
  const port = await findFreePort();
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    PATH,
    HOME,
    TMPDIR,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    ...settings,
  } as const;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-LONGEST_OUTPUT);
    });
  }
  let hasExited = false;
  const exited = new Promise<void>((resolve) => {
    child.once("close", () => {
      hasExited = true;
      resolve();
    });
  });
  const waitUntilReady = async (): Promise<void> => {
    while (!(await answers(port))) {
      if (hasExited) throw new Error(`node ${args.join(" ")} ended before it served:\n${output}`);
      await delay(50);
    }
  };
  return {
    pid: child.pid ?? 0,
    origin: `http://127.0.0.1:${port}`,
    ready: waitUntilReady(),
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

const LONGEST_OUTPUT = 10_000;

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject()));
    });
  });
}

/** Whether something answers there. To accept a connection is not enough: the product tries its port before it starts. */
async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`);
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
