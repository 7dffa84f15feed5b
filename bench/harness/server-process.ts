import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Shutdown } from "@/server/process/shutdown.ts";

export interface ServerProcess {
  pid: number;
  origin: string;
  stop: () => Promise<void>;
}

export interface ServerProgram {
  args: string[];
  env: Record<string, string>;
  cwd?: string;
}

export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

const READY_POLL_INTERVAL_MS = 50;
const MAX_OUTPUT_LENGTH = 10_000;

/**
 * Starts a Node.js program that serves on `PORT` of 127.0.0.1, and waits until it answers. `shutdown` stops it.
 * @throws Error with the program's output, if it exits before
 */
export async function startServer(
  { args, env, cwd = PROJECT }: ServerProgram,
  shutdown: Shutdown,
): Promise<ServerProcess> {
  const port = await findFreePort();
  const { PATH, HOME, TMPDIR } = process.env;
  const inherited = { PATH, HOME, TMPDIR, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited, ...env, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-MAX_OUTPUT_LENGTH);
    });
  }
  const stop = async () => {
    const exited = once(child, "exit");
    if (child.kill("SIGTERM")) await exited;
  };
  shutdown.onStop(stop);
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  while (!(await isAnswering(port))) {
    if (hasExited()) throw new Error(`node ${args.join(" ")} exited before it was ready:\n${output}`);
    await delay(READY_POLL_INTERVAL_MS);
  }
  return { pid: child.pid ?? 0, origin: `http://127.0.0.1:${port}`, stop };
}

/**
 * Sends a request and reads the whole response; redirects are not followed.
 * @throws Error unless the response has the expected status, or any 2xx by default
 */
export async function fetchText(
  url: string,
  init: RequestInit,
  status?: number,
): Promise<{ text: string; headers: Headers }> {
  const response = await fetch(url, { ...init, redirect: "manual" });
  const text = await response.text();
  if (status ? response.status === status : response.ok) return { text, headers: response.headers };
  throw new Error(`${url} returned ${response.status}: ${text.slice(0, 1_000)}`);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Sends a request, since an accepted connection is not enough: the product tries its port before it starts. */
async function isAnswering(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`);
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
