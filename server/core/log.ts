import { hostname } from "node:os";
import pino from "pino";
import { processSingleton } from "@/db/client.ts";
import { env, rawEnv } from "./env/env.ts";
import { VERSION } from "./env/version.ts";
import { toSafeError, withoutParameters } from "./safe-error.ts";

export const log = (): pino.Logger => processSingleton("log", () => createLogger(env().LOG_LEVEL));

/** Line of the log about a start or an end, which is written at every level but `silent`. */
export function announce(message: string): void {
  const isSilent = rawEnv()["LOG_LEVEL"] === "silent";
  processSingleton("announcements", () => createLogger(isSilent ? "silent" : "info")).info(message.trim());
}

/** Role of this process in its log lines: that of its settings, or what its parent calls it. */
const processRole = (): string => rawEnv()["DRYDOCK_PROCESS"] ?? rawEnv()["ROLES"] ?? "web,jobs";

/** Logger that writes JSON lines without secrets, by default to standard output. */
export function createLogger(level: string, destination?: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level,
      base: { pid: process.pid, host: hostname(), release: VERSION, role: processRole() },
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
    },
    destination,
  );
}

/** Log form of an error. A failed query appears with its text but never with its values. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const safe = toSafeError(error);
  return { ...pino.stdSerializers.err(safe), type: safe.name };
}

const LEVELS = {
  error: "error",
  warn: "warn",
  trace: "warn",
  log: "info",
  info: "info",
  debug: "debug",
} as const;

/**
 * Redirects the console of libraries, Next's included, to the log: one line of JSON per call. Texts become the message,
 * objects the field `details`; values of queries stay out of both.
 */
export function captureConsole(): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    console[method as keyof typeof LEVELS] = (...args: unknown[]) => {
      const error = args.find((arg) => arg instanceof Error);
      const others = args.filter((arg) => arg !== error);
      const details = others.filter(isObject).map((detail) => describeDetail(detail));
      const message = others.filter((arg) => !isObject(arg)).map((arg) => withoutParameters(String(arg)));
      log()[level](
        { part: "console", ...(error && { err: error }), ...(details.length > 0 && { details }) },
        message.join(" "),
      );
    };
  }
}

const MAX_DETAIL_DEPTH = 4;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Plain copy of an object for the log, with errors in log form. */
function describeDetail(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return describeError(value);
  if (!isObject(value)) return typeof value === "bigint" ? String(value) : value;
  if (depth === MAX_DETAIL_DEPTH) return Array.isArray(value) ? "[Array]" : "[Object]";
  if (Array.isArray(value)) return value.map((item) => describeDetail(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, describeDetail(item, depth + 1)]),
  );
}
