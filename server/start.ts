import inspector from "node:inspector";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { completeEnv, type Env, modeOf, rawEnv, readEnv, storesInDataDir } from "./core/env/env.ts";
import { announce } from "./core/log.ts";
import { safeMessageChain } from "./core/safe-error.ts";
import { type PageProxy, startPageProxy } from "./pages/page-proxy.ts";
import { ensureBuild, ensurePrograms } from "./process/build.ts";
import { startBuildWorker } from "./process/build-worker.ts";
import { ensureCliBundle } from "./process/bundle-cli.ts";
import { openDataDir } from "./process/data-dir.ts";
import { startDevelopmentJobs } from "./process/development-jobs.ts";
import { installGlobalErrorHandlers } from "./process/global-error-handlers.ts";
import { describeSetup, formatPart } from "./process/setup-report.ts";
import { listenForShutdown } from "./process/shutdown.ts";
import { checkAddress, describeStart } from "./process/start-message.ts";
import { startWebProcesses } from "./process/supervisor.ts";

/**
 * Launcher: `npm start` (with a build worker: --with-worker), `npm run build` (--build-only), and `npm run dev` (--dev),
 * which with --inspect opens an inspector for pages and requests and a second one for jobs.
 */
const isDev = process.argv.includes("--dev");
const isBuildOnly = process.argv.includes("--build-only");
const isProduction = !isDev && modeOf(rawEnv()) === "external";
const isInspected = process.argv.includes("--inspect");
/** Node's default port; the job process uses the next one. */
const INSPECTOR_PORT = 9_229;
installGlobalErrorHandlers();
const shutdown = listenForShutdown(print);

try {
  await (isBuildOnly ? build() : start());
} catch (error) {
  // After a shutdown request the error is a consequence of the shutdown.
  if (!shutdown.signal.aborted) {
    print(safeMessageChain(error));
    await shutdown.exit(1);
  }
}

async function start(): Promise<void> {
  const startedAt = performance.now();
  const given = readEnv(rawEnv());
  const hasWorker = process.argv.includes("--with-worker");
  const dataDir =
    storesInDataDir(given) || hasWorker
      ? openDataDir(given.DATA_DIR)
      : { path: resolve(given.DATA_DIR), release: () => undefined };
  shutdown.onStop(dataDir.release);
  await checkAddress(given.HOST, given.PORT);
  completeEnv({
    NODE_ENV: isDev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATA_DIR: dataDir.path,
  });
  const built = isDev ? null : build();
  const preparing = prepareSettings(given, dataDir.path);
  const pages = built && startPagesEarly(given, built, preparing);
  // Loads while the database starts; an error shows when it is used.
  if (pages) import("./main.ts").catch(() => undefined);
  const [settings] = await Promise.all([preparing, built]);
  if (isInspected) {
    inspector.open(INSPECTOR_PORT, "127.0.0.1");
    // Otherwise Node waits at exit until an attached debugger disconnects.
    shutdown.onStop(() => inspector.close());
  }
  const server = await step("web", () => serve(settings, pages));
  const shutdownTimeoutMs = settings.SHUTDOWN_DELAY_SECONDS * 1_000 + SHUTDOWN_TIMEOUT_MS;
  shutdown.onStop(() => Promise.race([server.close(), delay(shutdownTimeoutMs)]));
  if (isDev && settings.ROLES.includes("jobs")) {
    const jobs = startDevelopmentJobs(isInspected ? INSPECTOR_PORT + 1 : null, print);
    shutdown.onStop(jobs.stop);
  }
  if (hasWorker) {
    // Stops before the server, because it returns its builds to the server.
    const worker = startBuildWorker(settings, dataDir.path);
    shutdown.onStop(worker.stop);
  }
  if (isProduction) for (const part of describeSetup(settings)) print(formatPart(part));
  print(describeStart(settings, dataDir.path, performance.now() - startedAt));
}

/** Settings with the database, whose code is loaded late, since the page process starts first. */
async function prepareSettings(given: Env, dataDir: string): Promise<Env> {
  const { prepareDatabase } = await import("./process/prepare-database.ts");
  return prepareDatabase({
    given,
    dataDir,
    seedDemo: async (url) => {
      const { seedPlatform } = await import("./commands/seed-demo.ts");
      const { seedMails } = await import("./commands/seed-mails.ts");
      await seedPlatform(url, { withPassword: true });
      await seedMails(url);
    },
    step,
    log: print,
    onStop: shutdown.onStop,
  });
}

/** Page process of this process, which takes longest: it starts beside the database. Null if others serve the pages. */
function startPagesEarly(
  { ROLES, WEB_CONCURRENCY, PORT }: Env,
  built: Promise<void>,
  preparing: Promise<Env>,
): Promise<PageProxy> | null {
  if (!ROLES.includes("web") || WEB_CONCURRENCY > 1) return null;
  const pages = built.then(() => startPageProxy({ port: PORT, dev: false, completed: preparing }));
  // Awaited later; an error must not count as unhandled until then.
  pages.catch(() => undefined);
  return pages;
}

async function build(): Promise<void> {
  if (isBuildOnly) await step("programs", ensurePrograms);
  await step("cli", () => ensureCliBundle());
  const { directory } = await step("pages", () => ensureBuild({ log: print, signal: shutdown.signal }));
  // `next.config.js` reads it in each page process, which thus keeps to this build.
  rawEnv()["DRYDOCK_PAGES_BUILD"] = directory;
}

async function serve(
  { PORT, HOST, WEB_CONCURRENCY }: Env,
  pages: Promise<PageProxy> | null,
): Promise<{ close(): Promise<void> }> {
  if (WEB_CONCURRENCY > 1 && !isDev) return startWebProcesses(WEB_CONCURRENCY, print);
  const { serve: serveInProcess } = await import("./main.ts");
  return serveInProcess({ port: PORT, host: HOST, dev: isDev, ...(pages && { pages }) });
}

/** Runs a step and prints its name and duration. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  print(`  ${name.padEnd(10)} ${Math.round(performance.now() - startedAt)} ms`);
  return result;
}

/** Line of the launcher: in production in the format of the log, whatever its level. */
function print(line: string): void {
  if (isProduction) announce(line);
  else process.stdout.write(`${line}\n`);
}

/** Fallback after the delay: each service limits its own shutdown to ten seconds. */
const SHUTDOWN_TIMEOUT_MS = 11_000;
