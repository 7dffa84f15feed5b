import pino from "pino";
import { processSingleton } from "@/db/client.ts";
import { env } from "./env.ts";

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

/** An error as the log keeps it. The values of a query that failed stay out: a secret may be among them. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error && "query" in error && "params" in error)) return plain(error);
  return { type: "QueryError", query: error.query, cause: plain(error.cause) };
}

const plain = (error: unknown) => (error instanceof Error ? pino.stdSerializers.err(error) : error);
