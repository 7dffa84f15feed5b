import type { z } from "zod";
import { listCombinationProblems, type Mode } from "./combination-rules.ts";
import { Settings } from "./settings.ts";

/**
 * Settings of the process, checked at start. With `DATABASE_URL` the mode is `external`, which is production: nothing
 * is generated, and a weak secret prevents the start.
 */
export type Env = z.output<typeof Settings> & { mode: Mode };

/** Secrets that embedded mode generates into the data directory when they are unset. */
export const GENERATED_SECRETS = [
  "NEXTAUTH_SECRET",
  "API_TOKEN_SECRET",
  "BUILD_SERVER_SECRET",
  "METRICS_TOKEN",
  "SECRETS_KEY",
] as const;

/**
 * Parses and validates the environment.
 * @throws Error with one line for each invalid variable, naming its rule
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const mode = modeOf(given);
  const parsed = Settings.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  problems.push(...listCombinationProblems(given, mode));
  if (!parsed.success || problems.length > 0) {
    throw invalidEnvironment(problems);
  }
  return { ...parsed.data, mode };
}

/** Mode of an environment, validated or not. */
export const modeOf = (given: Record<string, string | undefined>): Mode =>
  given["DATABASE_URL"] && given["DRYDOCK_EMBEDDED"] !== "true" ? "external" : "embedded";

/** Settings of this process, completed by the launcher. */
export function env(): Env {
  checked ??= readEnv(process.env);
  return checked;
}

/** True if mails can be sent, or kept as files in embedded mode. */
export const isMailAvailable = (): boolean => env().mode === "embedded" || env().SMTP_URL !== undefined;

/** True if the data directory is used: for the embedded database, or for objects. */
export const storesInDataDir = ({ mode, STORAGE_URL = "file:" }: Env): boolean =>
  mode === "embedded" || STORAGE_URL === "file:";

/** Adds settings that the launcher found or generated, for this process and its children. */
export function completeEnv(values: Record<string, string>): Env {
  Object.assign(process.env, values);
  checked = readEnv(process.env);
  return checked;
}

/** Environment as received, for child processes and for its validation. */
export function rawEnv(): Record<string, string | undefined> {
  return process.env;
}

let checked: Env | undefined;

export const invalidEnvironment = (problems: readonly string[]): Error =>
  new Error(`Invalid environment:\n${problems.map((line) => `  ${line}`).join("\n")}`);
