import { spawn } from "node:child_process";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "vitest";
import type { z } from "zod";
import { run } from "@/cli/program.ts";
import { projectRoot } from "../program.ts";

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  cwd?: string;
  env?: Record<string, string>;
}

// Replaced by the bundler in the program.
Object.assign(globalThis, { CLI_VERSION: "0.0.0" });

/**
 * Runs a command line in this process, with piped streams and its own environment. Delays resolve at once on a fake clock
 * that counts them.
 */
export async function runCli(
  args: string[],
  { cwd = process.cwd(), env = {} }: CliOptions = {},
): Promise<CliResult> {
  const { PATH, HOME, TMPDIR } = process.env;
  const [stdout, stderr] = [collector(), collector()];
  const { signal } = new AbortController();
  let elapsedMs = 0;
  const code = await run(args, {
    stdin: new PassThrough().end(),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { NODE_ENV: "production", PATH, HOME, TMPDIR, ...env },
    cwd,
    signal,
    outputClosed: signal,
    now: () => Date.now() + elapsedMs,
    delay: async (ms) => {
      elapsedMs += ms;
      await nextTurn();
    },
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector() {
  let text = "";
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { stream, text: () => text };
}

export interface ProgramOptions extends CliOptions {
  /** Sends one SIGINT when standard error contains this text. */
  interruptAt?: string;
}

export const CLI = join(projectRoot, "dist", "cli.cjs");

/** Runs the bundled program as a child process. */
export function runProgram(
  args: string[],
  { cwd, env = {}, interruptAt }: ProgramOptions = {},
): Promise<CliResult> {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  const child = spawn(process.execPath, [CLI, ...args], {
    ...(cwd && { cwd }),
    env: { NODE_ENV: "production", PATH, HOME, ...(TMPDIR && { TMPDIR }), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    const hadSaid = interruptAt !== undefined && stderr.includes(interruptAt);
    stderr += text;
    if (interruptAt !== undefined && !hadSaid && stderr.includes(interruptAt)) child.kill("SIGINT");
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** JSON document on standard output, parsed by the schema of its command. */
export function parseOutput<T extends z.ZodType>({ stdout }: CliResult, schema: T): z.output<T> {
  return schema.parse(JSON.parse(stdout));
}

/** Expects an error message that is followed by a hint. */
export function expectHint({ stderr }: CliResult): void {
  expect(stderr).toMatch(/^✗ .+\n(.*\n)* {2}\S.{20,}/m);
}
