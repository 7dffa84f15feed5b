import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as delay } from "node:timers/promises";
import { killLeftovers, signalGroup } from "./processes.ts";

const END_WITHIN_MS = 5_000;
/** How long the output of something that outlives the command is waited for. */
const LAST_WORDS_MS = 500;

const KEPT_FROM_BUILDS = /^(npm_.*|INIT_CWD|BUILD_SECRET|BUILD_SERVER_SECRET|MAC_BUILDER_SECRET)$/;

export interface Run {
  command: string;
  directory: string;
  env: NodeJS.ProcessEnv;
  buildId: string;
  onOutput: (text: string) => void;
  signal: AbortSignal;
}

/**
 * Runs a command by the shell in a process group of its own, and ends all of it when `signal` aborts. Nothing that the
 * command has started is left afterwards.
 */
export async function runCommand(run: Run): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const child = spawn("/bin/sh", ["-c", run.command], {
    cwd: run.directory,
    env: run.env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const spoken = Promise.all([listen(child.stdout, run.onOutput), listen(child.stderr, run.onOutput)]);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolveEnd, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolveEnd({ code, signal }));
  });
  const stop = async (): Promise<void> => {
    if (!child.pid) return;
    signalGroup(child.pid, "SIGTERM");
    await Promise.race([ended, delay(END_WITHIN_MS)]);
    signalGroup(child.pid, "SIGKILL");
  };
  const onAbort = () => void stop();
  if (run.signal.aborted) onAbort();
  run.signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await ended;
  } finally {
    run.signal.removeEventListener("abort", onAbort);
    await Promise.race([spoken, delay(LAST_WORDS_MS)]);
    if (child.pid) signalGroup(child.pid, "SIGKILL");
    killLeftovers(run.buildId);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** A program of the operator's directory keeps its meaning in the empty directory where builds are made. */
export function resolveCommand(command: string, directory: string): string {
  const [, program = "", rest = ""] = /^(\.{1,2}\/[^\s'"`$;&|<>()]+)(.*)$/s.exec(command.trim()) ?? [];
  const path = resolve(directory, program);
  return program && existsSync(path) ? `'${path.replaceAll("'", "'\\''")}'${rest}` : command;
}

/** The worker's own environment without its secrets and what npm adds, and what the command is told of the build. */
export function environmentOf(own: NodeJS.ProcessEnv, told: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(own).filter(([name]) => !KEPT_FROM_BUILDS.test(name));
  return { ...Object.fromEntries(kept), ...told } as NodeJS.ProcessEnv;
}

/** Bytes that are no UTF-8 become U+FFFD; a character that arrives in two pieces stays one. */
function listen(stream: Readable, onText: (text: string) => void): Promise<void> {
  const decoder = new StringDecoder("utf8");
  stream.on("data", (bytes: Buffer) => onText(decoder.write(bytes)));
  return new Promise((resolveEnd) => {
    stream.once("close", () => {
      onText(decoder.end());
      resolveEnd();
    });
  });
}
