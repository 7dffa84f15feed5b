import pino from "pino";
import { processSingleton } from "@/db/client.ts";
import { env } from "./env/env.ts";

/** The process's log: JSON lines on standard output, without secrets. */
export function log(): pino.Logger {
  return processSingleton("log", () =>
    pino({
      level: env().LOG_LEVEL,
      base: { pid: process.pid },
      redact: {
        paths: [
          "authorization",
          "cookie",
          "token",
          "password",
          "secret",
          "*.authorization",
          "*.cookie",
          "*.password",
        ],
        censor: "[redacted]",
      },
      serializers: { err: describeError },
    }),
  );
}

/**
 * An error as the log keeps it. Of one that a failed query led to, the query is what counts, and its values stay out: a secret
 * may be among them.
 */
export function describeError(error: unknown): unknown {
  const failed = findFailedQuery(error);
  return failed ? { type: "QueryError", query: failed.query, cause: plain(failed.cause) } : plain(error);
}

function findFailedQuery(error: unknown): (Error & { query: unknown }) | null {
  if (!(error instanceof Error)) return null;
  return "query" in error && "params" in error ? error : findFailedQuery(error.cause);
}

const plain = (error: unknown) => (error instanceof Error ? pino.stdSerializers.err(error) : error);

const LEVELS = {
  error: "error",
  warn: "warn",
  trace: "warn",
  log: "info",
  info: "info",
  debug: "debug",
} as const;

/**
 * Lets what libraries write to the console, as Next does with a page that failed, stand in the log like all else: a line of
 * JSON each, without the values of a query.
 */
export function captureConsole(): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    console[method as keyof typeof LEVELS] = (...said: unknown[]) => {
      const error = said.find((one) => one instanceof Error);
      const words = said.filter((one) => one !== error).map(String);
      log()[level]({ part: "console", ...(error && { err: error }) }, words.join(" "));
    };
  }
}
