import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Api, Job } from "./api.ts";
import { environmentOf, runCommand } from "./command.ts";
import { type LogFile, openLogFile } from "./log-file.ts";
import { sendLog } from "./log-sender.ts";
import { ownEnvironment, type WorkerSettings } from "./settings.ts";
import type { Outcome, Spool } from "./spool.ts";

const PACKAGE: Record<string, string> = { ANDROID: "app.aab", IOS: "app.ipa" };
/** How much of the log's end is reported as the error of a failed build. */
const ERROR_LOG_BYTES = 98_304;
const LAST_WORDS_MS = 1_000;

export interface Site {
  log: LogFile;
  /** Empty, and the command's own. */
  directory: string;
  artifact: string;
  remove: () => void;
}

/** The place where a build is made: the command's directory, the one for the artifact, and the log. */
export function openSite(spool: Spool, { buildId, platform }: Job, isNew: boolean): Site {
  const work = spool.workDirectory(buildId);
  const [directory, out] = [join(work, "build"), join(work, "out")];
  if (isNew) {
    for (const path of [directory, out]) {
      rmSync(path, { recursive: true, force: true });
      mkdirSync(path, { mode: 0o700 });
    }
  }
  const log = openLogFile(join(work, "log.txt"));
  const remove = () => {
    log.close();
    rmSync(work, { recursive: true, force: true });
  };
  return { log, directory, artifact: join(out, PACKAGE[platform] ?? "app.bin"), remove };
}

/**
 * Runs the command for a build and sends what it prints.
 * @param interrupted ends the command; its reason says why
 * @returns how the build ended; null when it was interrupted
 */
export async function makeBuild(
  api: Api,
  settings: WorkerSettings,
  job: Job,
  site: Site,
  interrupted: AbortSignal,
): Promise<Outcome | null> {
  const { buildId } = job;
  const startedAt = Date.now();
  const sending = new AbortController();
  const sender = sendLog(api, site.log, { buildId, workerId: settings.id }, sending.signal);
  const tooLong = AbortSignal.timeout(settings.timeoutMs);
  site.log.write(`$ ${settings.exec}\n`);
  const end = await runCommand({
    command: settings.exec,
    directory: site.directory,
    env: environmentOf(ownEnvironment(), logFields(job, site.artifact)),
    buildId,
    onOutput: site.log.write,
    signal: AbortSignal.any([interrupted, tooLong]),
  });
  // What happens from here on, while the log is sent, is no end of the command.
  const [wasInterrupted, ranTooLong] = [interrupted.aborted, tooLong.aborted];
  const reason = wasInterrupted
    ? String(interrupted.reason)
    : ranTooLong
      ? `The command ran longer than ${settings.timeoutMs / 1_000} s and was ended.`
      : describeEnd(end, Date.now() - startedAt);
  site.log.write(`\n${reason}\n`);
  // A worker that is interrupted does not wait for the platform to take the last words.
  const hurry = () => void setTimeout(() => sending.abort(), LAST_WORDS_MS);
  if (wasInterrupted) hurry();
  else interrupted.addEventListener("abort", hurry, { once: true });
  await sender.finish();
  interrupted.removeEventListener("abort", hurry);
  if (wasInterrupted) return null;
  if (end.code !== 0 || ranTooLong) return { status: "FAILED", errorLog: errorLogOf(site.log) };
  return { status: "COMPLETED", ...findArtifact(site.artifact) };
}

const logFields = (job: Job, artifact: string) => ({
  BUILD_ID: job.buildId,
  APP_ID: job.appId,
  PLATFORM: job.platform,
  VERSION: job.version,
  GIT_REF: job.gitRef ?? "",
  ARTIFACT: artifact,
});

function describeEnd(
  { code, signal }: { code: number | null; signal: string | null },
  tookMs: number,
): string {
  const after = `after ${(tookMs / 1_000).toFixed(1)} s`;
  return signal ? `The command was ended by ${signal} ${after}.` : `The command ended with ${code} ${after}.`;
}

function errorLogOf(log: LogFile): string {
  const start = Math.max(0, log.sizeBytes() - ERROR_LOG_BYTES);
  const text = log.read(start, ERROR_LOG_BYTES + 1).trimEnd();
  return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
}

function findArtifact(path: string): Pick<Outcome, "artifact"> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return {};
  return { artifact: { path, fileName: path.split("/").at(-1) ?? "artifact", sizeBytes: found.size } };
}
