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
  /** Ctrl-C, pressed once, as soon as standard error says this. */
  interruptAt?: string;
}

export const CLI = join(projectRoot, "dist", "cli.cjs");

/** Runs the bundled program as a shell would, with both streams piped and an environment of its own. */
export function runCli(args: string[], { cwd, env = {}, interruptAt }: RunOptions = {}): Promise<Ran> {
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
