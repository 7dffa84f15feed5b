import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { createOutputDecoder } from "@/shared/text/decode-output.ts";
import { createStreamMask, type SecretMask } from "@/shared/text/mask-secrets.ts";
import { type BuildEnvName, findNameProblem } from "@/shared/variables.ts";
import { killOrphans, signalGroup } from "./processes.ts";

/** Time between SIGTERM and SIGKILL. */
const KILL_TIMEOUT_MS = 5_000;
/** Time for output that is still buffered after the exit. */
const OUTPUT_TIMEOUT_MS = 500;

export interface CommandOptions {
  command: string;
  directory: string;
  env: NodeJS.ProcessEnv;
  buildId: string;
  /** Mask of the output's secrets. */
  mask: SecretMask | null;
  onOutput: (text: string) => void;
  signal: AbortSignal;
}

export interface CommandExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Reason why it could not be started. */
  startError?: string;
}

/**
 * Runs a shell command in its own process group. When `signal` is aborted, the group is terminated and then killed. No
 * process of the command is left afterwards.
 */
export async function runCommand(options: CommandOptions): Promise<CommandExit> {
  const { buildId, signal } = options;
  const child = startShell(options);
  if (typeof child === "string") return { code: null, signal: null, startError: child };
  const outputs = [child.stdout, child.stderr].map((stream) => readText(stream, options));
  const outputEnd = Promise.all(outputs.map(({ ended }) => ended));
  const exit = new Promise<CommandExit>((resolveExit) => {
    child.once("error", ({ message }) => resolveExit({ code: null, signal: null, startError: message }));
    child.once("exit", (code, signal) => resolveExit({ code, signal }));
  });
  const onAbort = () => void terminate(child, exit);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await exit;
  } finally {
    signal.removeEventListener("abort", onAbort);
    await Promise.race([outputEnd, delay(OUTPUT_TIMEOUT_MS)]);
    if (child.pid) signalGroup(child.pid, "SIGKILL");
    killOrphans(buildId);
    child.stdout.destroy();
    child.stderr.destroy();
    for (const { flush } of outputs) flush();
  }
}

/** Process of a command, or the error message if it cannot start, such as for a too long environment. */
function startShell({ command, directory, env }: CommandOptions) {
  try {
    return spawn("/bin/sh", ["-c", command], {
      cwd: directory,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    return (error as Error).message;
  }
}

async function terminate({ pid }: ChildProcess, exit: Promise<CommandExit>): Promise<void> {
  if (!pid) return;
  signalGroup(pid, "SIGTERM");
  await Promise.race([exit, delay(KILL_TIMEOUT_MS)]);
  signalGroup(pid, "SIGKILL");
}

/** Makes the program's path absolute if it exists in `directory`, because builds run in another directory. */
export function resolveCommand(command: string, directory: string): string {
  const [, program = "", rest = ""] = /^(\.{1,2}\/[^\s'"`$;&|<>()]+)(.*)$/s.exec(command.trim()) ?? [];
  const path = resolve(directory, program);
  return program && existsSync(path) ? `'${path.replaceAll("'", "'\\''")}'${rest}` : command;
}

/** Variables of the worker that a build does not get: secrets and npm's variables. */
const EXCLUDED_ENV = /^(npm_.*|INIT_CWD|BUILD_SECRET|BUILD_SERVER_SECRET|MAC_BUILDER_SECRET)$/;

/**
 * Environment of a command: the worker's without excluded variables, then the variables of the app and of the build.
 * Reserved names are removed from the app's, regardless of what the server sends.
 */
export function createEnv(
  workerEnv: NodeJS.ProcessEnv,
  variables: readonly { name: string; value: string }[],
  buildEnv: Record<BuildEnvName, string>,
): NodeJS.ProcessEnv {
  const inherited = Object.entries(workerEnv).filter(([name]) => !EXCLUDED_ENV.test(name));
  const ofApp = variables
    .filter(({ name }) => findNameProblem(name) === null)
    .map(({ name, value }) => [name, value]);
  return { ...Object.fromEntries(inherited), ...Object.fromEntries(ofApp), ...buildEnv } as NodeJS.ProcessEnv;
}

/**
 * Reads a stream as UTF-8 or UTF-16, with secrets masked. `ended` resolves at its end. `flush` writes text that was
 * withheld as a possible secret.
 */
function readText(stream: Readable, { mask, onOutput }: Pick<CommandOptions, "mask" | "onOutput">) {
  const masked = createStreamMask(mask);
  const write = (text: string) => {
    if (text !== "") onOutput(text);
  };
  const decoder = createOutputDecoder();
  stream.on("data", (bytes: Buffer) => write(masked.write(decoder.write(bytes))));
  const ended = new Promise((resolveEnd) => stream.once("close", resolveEnd));
  return { ended, flush: () => write(masked.write(decoder.end()) + masked.end()) };
}
