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
    }),
  );
}
