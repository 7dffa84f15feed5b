import { type OutputStream, sanitizeJson, sanitizeLine, write } from "./sanitize.ts";
import { type Spinner, startSpinner } from "./spinner.ts";
import { createStyle, type Env, type Style } from "./style.ts";
import { type Column, formatTable } from "./table.ts";

/** Output of a command: results on standard output, messages on standard error, one per line. */
export interface Reporter {
  /** True if results go to a terminal as text. */
  isInteractive: boolean;
  out: Style;
  err: Style;
  /** Prints a result as text; does nothing with `--json`. */
  print: (text: string) => void;
  /** Prints a table that fits into the terminal. */
  printTable: (columns: Column[], rows: string[][]) => void;
  /** Prints the JSON document of `--json`; does nothing without it. */
  printJson: (value: unknown) => void;
  log: (line: string) => void;
  success: (line: string) => void;
  info: (line: string) => void;
  warn: (line: string) => void;
  /** Starts a spinner; without a terminal it prints nothing. */
  startSpinner: (text: string) => Spinner;
}

export function createReporter(
  { stdout, stderr, env }: { stdout: OutputStream; stderr: OutputStream; env: Env },
  isJson: boolean,
): Reporter {
  const out = createStyle(stdout, env);
  const err = createStyle(stderr, env);
  // On a shared terminal an empty line separates messages from the first result.
  let needsSeparator = stdout.isTTY && stderr.isTTY;
  let hasLogged = false;
  const log = (line: string) => {
    hasLogged = true;
    write(stderr, `${sanitizeLine(line)}\n`);
  };
  const isAnimated = stderr.isTTY === true && env["TERM"] !== "dumb" && !env["CI"];
  const isInteractive = stdout.isTTY === true && !isJson;
  const print = (text: string) => {
    if (isJson) return;
    if (hasLogged && needsSeparator) write(stdout, "\n");
    needsSeparator = false;
    write(stdout, `${text}\n`);
  };
  return {
    isInteractive,
    out,
    err,
    print,
    printTable: (columns, rows) =>
      print(formatTable(columns, rows, out.dim, (isInteractive && stdout.columns) || undefined)),
    printJson: (value) => void (isJson && stdout.write(`${sanitizeJson(value)}\n`)),
    log,
    success: (line) => log(`${err.green("✓")} ${line}`),
    info: (line) => log(err.dim(line)),
    warn: (line) => log(`${err.yellow("!")} ${line}`),
    startSpinner: (text) =>
      isAnimated ? startSpinner(text, stderr, err) : { update: () => {}, stop: () => {} },
  };
}
