import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ApiClient, BuildJob } from "./api.ts";
import { type BuildLog, openBuildLog, startLogUpload } from "./build-log.ts";
import type { BuildResult, Checkpoint } from "./checkpoint.ts";
import { type CommandExit, createEnv, runCommand } from "./run-command.ts";
import { ownEnvironment, type WorkerSettings } from "./settings.ts";

const FILE_NAMES: Record<string, string> = { ANDROID: "app.aab", IOS: "app.ipa" };
/** Limit of the error log of a failed build, from the end of its log. */
const MAX_ERROR_LOG_BYTES = 98_304;
/** Time to upload the rest of the log after an interruption. */
const LOG_UPLOAD_TIMEOUT_MS = 1_000;

export type Workspace = ReturnType<typeof openWorkspace>;

/**
 * Workspace of a build: the command's working directory, its artifact and its log. A new one is empty; otherwise it is as
 * an earlier run left it.
 */
export function openWorkspace(checkpoint: Checkpoint, { buildId, platform }: BuildJob, isNew: boolean) {
  const root = checkpoint.createDirectory(buildId);
  const [directory, output] = [join(root, "build"), join(root, "out")];
  if (isNew) {
    for (const path of [directory, output]) {
      rmSync(path, { recursive: true, force: true });
      mkdirSync(path, { mode: 0o700 });
    }
  }
  const log = openBuildLog(join(root, "log.txt"));
  const remove = () => {
    log.close();
    rmSync(root, { recursive: true, force: true });
  };
  return { log, directory, artifact: join(output, FILE_NAMES[platform] ?? "app.bin"), remove };
}

/**
 * Runs the command of a build and uploads its log.
 * @param interrupt ends the command; its reason is logged
 * @returns null after an interruption
 */
export async function runBuild(
  api: ApiClient,
  settings: WorkerSettings,
  job: BuildJob,
  { log, directory, artifact }: Workspace,
  interrupt: AbortSignal,
): Promise<BuildResult | null> {
  const { buildId } = job;
  const startedAt = Date.now();
  const uploadAbort = new AbortController();
  const finishUpload = startLogUpload(api, log, { buildId, workerId: settings.id }, uploadAbort.signal);
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  log.write(`$ ${settings.exec}\n`);
  const exit = await runCommand({
    command: settings.exec,
    directory,
    env: createEnv(ownEnvironment(), {
      BUILD_ID: buildId,
      APP_ID: job.appId,
      PLATFORM: job.platform,
      VERSION: job.version,
      GIT_REF: job.gitRef ?? "",
      ARTIFACT: artifact,
    }),
    buildId,
    onOutput: log.write,
    signal: AbortSignal.any([interrupt, timeout]),
  });
  // Either signal may be aborted later, while the log is uploaded.
  const [isInterrupted, hasTimedOut] = [interrupt.aborted, timeout.aborted];
  if (isInterrupted) log.write(`\n${String(interrupt.reason)}\n`);
  else if (hasTimedOut) {
    log.write(`\nThe command ran longer than ${settings.timeoutMs / 1_000} s and was ended.\n`);
  } else log.write(`\n${formatExit(exit, Date.now() - startedAt)}\n`);
  const limitUpload = () => void setTimeout(() => uploadAbort.abort(), LOG_UPLOAD_TIMEOUT_MS);
  if (isInterrupted) limitUpload();
  else interrupt.addEventListener("abort", limitUpload, { once: true });
  await finishUpload();
  interrupt.removeEventListener("abort", limitUpload);
  if (isInterrupted) return null;
  if (exit.code !== 0 || hasTimedOut) return { status: "FAILED", errorLog: readErrorLog(log) };
  return { status: "COMPLETED", ...findArtifact(artifact) };
}

function formatExit({ code, signal }: CommandExit, durationMs: number): string {
  const after = `after ${(durationMs / 1_000).toFixed(1)} s`;
  return signal ? `The command was ended by ${signal} ${after}.` : `The command ended with ${code} ${after}.`;
}

/** End of the log, from the start of a line. */
function readErrorLog(log: BuildLog): string {
  const start = Math.max(0, log.getSize() - MAX_ERROR_LOG_BYTES);
  const text = log.read(start, MAX_ERROR_LOG_BYTES + 1).trimEnd();
  return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
}

function findArtifact(path: string): Pick<BuildResult, "artifact"> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return {};
  return { artifact: { path, fileName: path.split("/").at(-1) ?? "artifact", sizeBytes: stats.size } };
}
