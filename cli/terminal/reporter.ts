import { type Activity, animated, steady } from "./activity.ts";
import { harmlessJson, oneLine, write } from "./harmless.ts";
import { type Style, styleOf } from "./style.ts";
import type { Surroundings } from "./terminal.ts";

/** What a command says: results on standard output, everything else on standard error, a line at a time. */
export interface Reporter {
  isJson: boolean;
  /** Whether a person watches the results rather than another program. */
  isInteractive: boolean;
  out: Style;
  err: Style;
  /** A result as text; with `--json` the document stands for it. */
  print: (text: string) => void;
  /** The one document of `--json`; nothing without it. */
  document: (value: unknown) => void;
  say: (line: string) => void;
  /** Something that was done. */
  step: (line: string) => void;
  note: (line: string) => void;
  warn: (line: string) => void;
  /** Something that takes a while, and shows on a terminal that it does. */
  start: (text: string) => Activity;
}

export function createReporter({ stdout, stderr, env }: Surroundings, isJson: boolean): Reporter {
  const out = styleOf(stdout, env);
  const err = styleOf(stderr, env);
  // Where a person sees both streams, results stand apart from what led to them.
  let isApart = !(stdout.isTTY && stderr.isTTY);
  let hasSpoken = false;
  const say = (line: string) => {
    hasSpoken = true;
    write(stderr, `${oneLine(line)}\n`);
  };
  const print = (text: string) => {
    if (isJson) return;
    if (hasSpoken && !isApart) write(stdout, "\n");
    isApart = true;
    write(stdout, `${text}\n`);
  };
  const step = (line: string) => say(`${err.green("✓")} ${line}`);
  const isAlive = stderr.isTTY === true && env["TERM"] !== "dumb" && !env["CI"];
  return {
    isJson,
    isInteractive: stdout.isTTY === true && !isJson,
    out,
    err,
    print,
    document: (value) => void (isJson && stdout.write(`${harmlessJson(value)}\n`)),
    say,
    step,
    note: (line) => say(err.dim(line)),
    warn: (line) => say(`${err.yellow("!")} ${line}`),
    start: (text) => (isAlive ? animated(text, stderr, err, step) : steady(step)),
  };
}
