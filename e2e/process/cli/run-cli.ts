import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import type { z } from "zod";
import { projectRoot } from "../program.ts";

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Told all that was written to standard error so far, with a way to end the program. */
  onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

export const CLI = join(projectRoot, "dist", "cli.cjs");

/** Runs the bundled program as a shell would, with both streams piped and an environment of its own. */
export function runCli(args: string[], { cwd, env = {}, onStderr }: RunOptions = {}): Promise<Ran> {
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
    stderr += text;
    onStderr?.(stderr, (signal) => void child.kill(signal));
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
