import { hostname } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import { findHttpProxy, type HttpProxy } from "@/shared/http-proxy.ts";
import { withoutTrailingSlash } from "@/shared/text/base-url.ts";
import { parseDuration } from "@/shared/time.ts";
import { PLATFORMS } from "@/shared/vocabulary.ts";
import manifest from "../package.json" with { type: "json" };

/** Settings of a worker, from its command line. */
export interface WorkerSettings {
  apiUrl: string;
  /** Proxy of the environment; null for a direct connection. */
  proxy: HttpProxy | null;
  secret: string;
  platforms: string[];
  exec: string;
  id: string;
  /** Directory of the checkpoint, the lock and the running build. */
  spool: string;
  timeoutMs: number;
  /** True if a build without an artifact has failed. */
  artifact: boolean;
  /** Version of the worker, which the platform shows. */
  version: string;
}

const DEFAULT_TIMEOUT = "60m";

/** Environment of the worker; the only file that reads it. */
export const ownEnvironment = (): NodeJS.ProcessEnv => process.env;

/** Parses the command line. Exits with 2 on a usage error, and with 0 after `--help`. */
export function parseSettings(argv: readonly string[]): WorkerSettings {
  const program = new Command("worker")
    .description("Takes queued builds, runs a command for each and reports the result.")
    .requiredOption("--api-url <url>", "address of the platform", parseUrl)
    .addOption(
      new Option("--secret <secret>", "build secret; prefer the environment variable")
        .env("BUILD_SECRET")
        .makeOptionMandatory(),
    )
    .requiredOption("--exec <command>", "shell command to run for each build, in an empty directory")
    .option("--platforms <list>", `comma-separated: ${PLATFORMS.join(", ")}`, parsePlatforms, [...PLATFORMS])
    .option("--id <name>", "unique worker name", parseId, hostname())
    .option("--spool <directory>", "directory for state that survives restarts", ".worker")
    .addOption(
      new Option("--timeout <duration>", "build timeout, such as 30s, 45m or 2h")
        .argParser(parseTimeout)
        .default(parseTimeout(DEFAULT_TIMEOUT), DEFAULT_TIMEOUT),
    )
    .option("--no-artifact", "allow builds without an artifact")
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  const { timeout, ...options } = program.parse(argv as string[]).opts();
  return {
    ...(options as Omit<WorkerSettings, "timeoutMs" | "version" | "proxy">),
    proxy: resolveProxy(program, options.apiUrl),
    timeoutMs: timeout,
    version: manifest.version,
  };
}

function resolveProxy(program: Command, apiUrl: string): HttpProxy | null {
  try {
    return findHttpProxy(apiUrl, ownEnvironment());
  } catch (error) {
    return program.error(`error: ${(error as Error).message}`, { exitCode: 2 });
  }
}

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError("Must be an http or https URL.");
  return withoutTrailingSlash(url.href);
}

function parsePlatforms(text: string): string[] {
  const platforms = text.split(",").map((part) => part.trim().toUpperCase());
  if (platforms.every((platform) => PLATFORMS.some((each) => each === platform))) return platforms;
  throw new InvalidArgumentError(`Must be one or more of ${PLATFORMS.join(", ")}, separated by commas.`);
}

/** The id is also a directory name. */
function parseId(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text)) return text;
  throw new InvalidArgumentError("Must be 1 to 128 letters, digits, dots, hyphens and underscores.");
}

function parseTimeout(text: string): number {
  const durationMs = parseDuration(text, ["s", "m", "h"]);
  if (durationMs) return durationMs;
  throw new InvalidArgumentError("Must be a duration such as 30s, 45m or 2h.");
}
