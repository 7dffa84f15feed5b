import { mkdirSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { createSecretMask } from "@/shared/text/mask-secrets.ts";
import type { ApiClient, BuildJob, ClaimedJob } from "./api.ts";
import { type Artifact, inspectArtifact } from "./artifact.ts";
import { openBuildLog, startLogUpload } from "./build-log.ts";
import type { BuildResult, Checkpoint } from "./checkpoint.ts";
import { type InputDirectories, prepareInputs } from "./inputs.ts";
import { type CommandExit, createEnv, runCommand } from "./run-command.ts";
import { ownEnvironment, type WorkerSettings } from "./settings.ts";

const FILE_NAMES: Record<string, string> = { ANDROID: "app.aab", IOS: "app.ipa" };
/** Time to upload the rest of the log after an interruption. */
const LOG_UPLOAD_TIMEOUT_MS = 1_000;

export type Workspace = ReturnType<typeof openWorkspace>;

/**
 * Workspace of a build: the command's working directory, its artifact and its log. A new one is empty; a resumed one
 * has the files of the earlier run.
 */
export function openWorkspace(checkpoint: Checkpoint, { buildId, platform }: BuildJob, isNew: boolean) {
  const root = checkpoint.createDirectory(buildId);
  const [directory, output, inputs] = [join(root, "build"), join(root, "out"), join(root, "inputs")];
  if (isNew) {
    for (const path of [directory, output, inputs]) {
      rmSync(path, { recursive: true, force: true });
      mkdirSync(path, { mode: 0o700 });
    }
  }
  const log = openBuildLog(join(root, "log.txt"));
  const remove = () => {
    log.close();
    rmSync(root, { recursive: true, force: true });
  };
  const inputDirectories: InputDirectories = { inputs, cache: checkpoint.inputCache };
  const artifact = join(output, FILE_NAMES[platform] ?? "app.bin");
  return { log, directory, inputDirectories, artifact, remove };
}

/**
 * Fetches the inputs of a build, runs its command with the app's variables in its environment, and uploads its log, in which
 * secrets are masked.
 * @param interrupt ends the command; its reason is logged
 * @returns null after an interruption
 */
export async function runBuild(
  api: ApiClient,
  settings: WorkerSettings,
  job: ClaimedJob,
  { log, directory, inputDirectories, artifact }: Workspace,
  interrupt: AbortSignal,
): Promise<BuildResult | null> {
  const { buildId } = job;
  const startedAt = Date.now();
  const uploadAbort = new AbortController();
  const finishUpload = startLogUpload(api, log, { buildId, workerId: settings.id }, uploadAbort.signal);
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  const signal = AbortSignal.any([interrupt, timeout]);
  log.write(formatInputs(job));
  const problem = await prepareInputs(api, job.inputs ?? [], inputDirectories, signal).catch(
    (error: unknown) => {
      if (signal.aborted) return "The inputs could not be downloaded in time.";
      throw error;
    },
  );
  if (!problem) log.write(`$ ${settings.exec}\n`);
  const run = () =>
    runCommand({
      command: settings.exec,
      directory,
      env: createEnv(ownEnvironment(), job.variables, {
        BUILD_ID: buildId,
        APP_ID: job.appId,
        PLATFORM: job.platform,
        VERSION: job.version,
        GIT_REF: job.gitRef ?? "",
        ARTIFACT: artifact,
        INPUTS: inputDirectories.inputs,
      }),
      buildId,
      mask: createSecretMask(job.variables.flatMap(({ isSecret, value }) => (isSecret ? [value] : []))),
      onOutput: log.write,
      signal,
    });
  const exit = problem ? null : await run();
  // Either signal may be aborted later, while the log is uploaded.
  const [isInterrupted, hasTimedOut] = [interrupt.aborted, timeout.aborted];
  const judgeEnd = (): Verdict => {
    if (isInterrupted) return { sentence: String(interrupt.reason) };
    if (!exit) return { sentence: problem ?? "The inputs could not be downloaded." };
    return judge(exit, Date.now() - startedAt, hasTimedOut, settings, artifact);
  };
  const verdict = judgeEnd();
  log.write(`\n${verdict.sentence}\n`);
  const limitUpload = () => void setTimeout(() => uploadAbort.abort(), LOG_UPLOAD_TIMEOUT_MS);
  if (isInterrupted) limitUpload();
  else interrupt.addEventListener("abort", limitUpload, { once: true });
  await finishUpload();
  interrupt.removeEventListener("abort", limitUpload);
  if (isInterrupted) return null;
  if (verdict.artifact) return { status: "COMPLETED", artifact: verdict.artifact };
  return verdict.isComplete ? { status: "COMPLETED" } : { status: "FAILED", errorLog: log.readEnd() };
}

/** Lines that name the inputs; none without inputs. */
const formatInputs = ({ inputs = [] }: ClaimedJob): string =>
  inputs.map(({ type, slug, version }) => `Input: ${type} ${slug} ${version}\n`).join("");

interface Verdict {
  /** Last lines of the log. */
  sentence: string;
  artifact?: Artifact;
  isComplete?: boolean;
}

/** Result of a command that has ended. A success without an artifact is a failure unless none is expected. */
function judge(
  exit: CommandExit,
  durationMs: number,
  hasTimedOut: boolean,
  { timeoutMs, artifact: needsArtifact }: WorkerSettings,
  artifactPath: string,
): Verdict {
  if (hasTimedOut) {
    return { sentence: `The command was stopped after the timeout of ${formatTimeout(timeoutMs)}.` };
  }
  const sentence = formatExit(exit, durationMs);
  if (exit.code !== 0) return { sentence };
  const artifact = inspectArtifact(artifactPath);
  if (typeof artifact !== "string") return { sentence, artifact };
  if (!needsArtifact) return { sentence, isComplete: true };
  return {
    sentence: `${sentence}\n${artifact}\nStart the worker with --no-artifact to allow builds without an artifact.`,
  };
}

/** Meanings of the exit codes of a shell that cannot run a program. */
const SHELL_CODES: Record<number, string> = { 126: "not executable", 127: "command not found" };
const SIGNAL_HINTS: Partial<Record<string, string>> = {
  SIGKILL: "killed manually or out of memory",
  SIGSEGV: "segmentation fault",
  SIGABRT: "aborted",
};

/** Sentence about how a command ended. */
function formatExit({ code, signal, startError }: CommandExit, durationMs: number): string {
  if (startError) return `The command could not be started: ${startError}.`;
  const after = `after ${(durationMs / 1_000).toFixed(1)} s`;
  if (signal) return `The command was killed by ${formatSignal(signal)} ${after}.`;
  const meaning = code === null ? null : findMeaning(code);
  return `The command exited with code ${code} ${after}${meaning ? `: ${meaning}` : ""}.`;
}

/** Duration in the largest whole unit, as `--timeout` takes it: "45m". */
function formatTimeout(timeoutMs: number): string {
  const seconds = timeoutMs / 1_000;
  if (seconds % 3_600 === 0) return `${seconds / 3_600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

/** Meaning of a shell's exit code. If a signal ended the program, the code is 128 plus the signal's number. */
function findMeaning(code: number): string | null {
  const [name] = Object.entries(constants.signals).find(([, number]) => number === code - 128) ?? [];
  return SHELL_CODES[code] ?? (name ? `a program was killed by ${formatSignal(name)}` : null);
}

function formatSignal(name: string): string {
  const hint = SIGNAL_HINTS[name];
  return hint ? `${name} (${hint})` : name;
}
