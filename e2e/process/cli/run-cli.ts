import { spawn } from "node:child_process";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "vitest";
import type { z } from "zod";
import { run } from "../../../cli/program.ts";
import { projectRoot } from "../program.ts";

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
}

// The bundler puts the package's version in; here nobody asks for it.
Object.assign(globalThis, { CLI_VERSION: "0.0.0" });

/**
 * Runs a command line with everything below the program's own file, on both streams piped and an environment of its own.
 * It takes the time of the work alone: pauses between tries and looks pass at once, on a clock that counts them.
 */
export async function runCli(
  args: string[],
  { cwd = process.cwd(), env = {} }: RunOptions = {},
): Promise<Ran> {
  const { PATH, HOME, TMPDIR } = process.env;
  const [stdout, stderr] = [collector(), collector()];
  const { signal } = new AbortController();
  let passedMs = 0;
  const code = await run(args, {
    stdin: new PassThrough().end(),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { NODE_ENV: "production", PATH, HOME, TMPDIR, ...env },
    cwd,
    signal,
    unread: signal,
    now: () => Date.now() + passedMs,
    delay: async (ms) => {
      passedMs += ms;
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

export interface ProgramOptions extends RunOptions {
  /** Ctrl-C, pressed once, as soon as standard error says this. */
  interruptAt?: string;
}

export const CLI = join(projectRoot, "dist", "cli.cjs");

/** Runs the bundled program as a shell would, as a process of its own. */
export function runProgram(
  args: string[],
  { cwd, env = {}, interruptAt }: ProgramOptions = {},
): Promise<Ran> {
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

/** The one document on standard output, which has to match the schema of its command. */
export function documentIn<T extends z.ZodType>({ stdout }: Ran, schema: T): z.output<T> {
  return schema.parse(JSON.parse(stdout));
}

/** A failure tells what to do next: a line after the one that says what is wrong. */
export function expectAdvice({ stderr }: Ran): void {
  expect(stderr).toMatch(/^✗ .+\n(.*\n)* {2}\S.{20,}/m);
}
