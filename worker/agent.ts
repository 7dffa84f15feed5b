import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type ApiClient, type ApiResponse, type BuildJob, type ClaimedJob, createBackoff } from "./api.ts";
import { openWorkspace, runBuild, type Workspace } from "./build.ts";
import { type BuildLog, startLogUpload } from "./build-log.ts";
import type { BuildResult, Checkpoint, Task } from "./checkpoint.ts";
import { killOrphans } from "./processes.ts";
import type { WorkerSettings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";

const MIN_CLAIM_INTERVAL_MS = 500;
const MAX_CLAIM_INTERVAL_MS = 5_000;
/** Limit of the last requests of a stopping worker. */
const SHUTDOWN_TIMEOUT_MS = 5_000;

export interface Agent {
  settings: WorkerSettings;
  api: ApiClient;
  checkpoint: Checkpoint;
  terminal: Terminal;
  /** Aborted to stop the worker and its build. */
  stopping: AbortSignal;
  /** Aborted to claim no more builds. */
  draining: AbortSignal;
}

/** Build agent: claims builds and runs them one after the other. It first resumes the task of the checkpoint. */
export async function runAgent(agent: Agent): Promise<void> {
  const { checkpoint, stopping, draining } = agent;
  let task = checkpoint.read();
  while (!stopping.aborted) {
    if (draining.aborted && (!task || task.phase === "claiming")) return;
    // The claim's id is stored before the request, so that a lost response can be requested again.
    task = task ? await advance(agent, task) : { phase: "claiming", claimId: randomUUID() };
    if (!task) checkpoint.clear();
    else if (task.phase !== "claimed") checkpoint.write(task);
  }
  if (task?.phase === "releasing") await release(agent, task.job);
}

/** Takes the next step of a task. @returns the task after it; null at its end */
async function advance(agent: Agent, task: Task): Promise<Task | null> {
  switch (task.phase) {
    case "claiming":
      return claim(agent, task);
    case "claimed":
      return startBuild(agent, task.job);
    case "running":
      // The worker that ran it died; processes of its command may still run.
      killOrphans(task.job.buildId);
      return { phase: "releasing", job: task.job };
    case "finished":
      return resumeDelivery(agent, task.job, task.result);
    case "releasing":
      await release(agent, task.job);
      return null;
  }
}

/** Polls for a build. @returns the claim itself if the worker is stopped or drained */
async function claim(
  { settings, api, stopping, draining }: Agent,
  task: Extract<Task, { phase: "claiming" }>,
): Promise<Task> {
  const body = {
    workerId: settings.id,
    platforms: settings.platforms,
    claimId: task.claimId,
    version: settings.version,
  };
  const signal = AbortSignal.any([stopping, draining]);
  const waitForRetry = createBackoff(MIN_CLAIM_INTERVAL_MS, MAX_CLAIM_INTERVAL_MS, 1.5);
  while (!signal.aborted) {
    try {
      const response = await api.postWithRetry("/api/builds/claim", body, stopping);
      if (!response.ok) throw new Error(`Claim rejected: ${response.detail}`);
      if (response.status === 200) return { phase: "claimed", job: response.body as unknown as ClaimedJob };
      await waitForRetry(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
  return task;
}

async function startBuild(agent: Agent, { variables = [], ...job }: ClaimedJob): Promise<Task | null> {
  const { settings, api, checkpoint, stopping, terminal } = agent;
  terminal.log(`${job.buildId}  ${job.platform} ${job.version}`);
  const { leaseLost, stop } = startHeartbeat(api, job.buildId, settings.id);
  const interrupt = AbortSignal.any([leaseLost, stopping]);
  const workspace = openWorkspace(checkpoint, job, true);
  try {
    const isStarted = await reportStatus(agent, job, { status: "IN_PROGRESS" }, interrupt);
    if (!isStarted) return abandon(agent, job, workspace, leaseLost);
    checkpoint.write({ phase: "running", job });
    const result = await runBuild(api, settings, { ...job, variables }, workspace, interrupt);
    if (!result) return abandon(agent, job, workspace, leaseLost);
    checkpoint.write({ phase: "finished", job, result });
    return await deliver(agent, job, result, workspace, interrupt);
  } catch (error) {
    if (!interrupt.aborted) throw error;
    return abandon(agent, job, workspace, leaseLost);
  } finally {
    stop();
  }
}

/** Delivers the result of a build that finished before the worker was restarted. */
async function resumeDelivery(agent: Agent, job: BuildJob, result: BuildResult): Promise<Task | null> {
  const { settings, api, checkpoint, stopping } = agent;
  const { stop } = startHeartbeat(api, job.buildId, settings.id);
  try {
    const workspace = openWorkspace(checkpoint, job, false);
    const build = { buildId: job.buildId, workerId: settings.id };
    await startLogUpload(api, workspace.log, build, stopping)();
    return await deliver(agent, job, result, workspace, stopping);
  } catch (error) {
    if (!stopping.aborted) throw error;
    return { phase: "finished", job, result };
  } finally {
    stop();
  }
}

/** Uploads the artifact and reports the result, with retries. */
async function deliver(
  agent: Agent,
  job: BuildJob,
  result: BuildResult,
  workspace: Workspace,
  interrupt: AbortSignal,
): Promise<Task | null> {
  const { checkpoint, stopping } = agent;
  const signal = createDeliverySignal(interrupt, stopping);
  let current = result;
  try {
    current = await uploadArtifact(agent, job, result, workspace.log, signal);
    if (current !== result) checkpoint.write({ phase: "finished", job, result: current });
    await reportStatus(agent, job, current, signal);
    workspace.remove();
    return null;
  } catch (error) {
    if (!signal.aborted) throw error;
    return stopping.aborted
      ? { phase: "finished", job, result: current }
      : abandon(agent, job, workspace, interrupt);
  }
}

/** Signal that follows `interrupt`. If the worker stops, it is delayed to complete a short delivery. */
function createDeliverySignal(interrupt: AbortSignal, stopping: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (stopping.aborted) setTimeout(() => controller.abort(interrupt.reason), SHUTDOWN_TIMEOUT_MS).unref();
    else controller.abort(interrupt.reason);
  };
  if (interrupt.aborted) abort();
  else interrupt.addEventListener("abort", abort, { once: true });
  return controller.signal;
}

async function uploadArtifact(
  { api, settings, terminal }: Agent,
  { buildId }: BuildJob,
  result: BuildResult,
  log: BuildLog,
  signal: AbortSignal,
): Promise<BuildResult> {
  const { artifact, stored } = result;
  if (!artifact || stored) return result;
  const { fileName } = artifact;
  const path = `/api/builds/${buildId}/artifact?fileName=${encodeURIComponent(fileName)}`;
  const onProgress = (sentBytes: number) => terminal.showProgress(fileName, sentBytes, artifact.sizeBytes);
  const response = await api.uploadWithRetry({ path, file: artifact, onProgress }, signal);
  if (!response.ok) {
    log.write(`The artifact was rejected: ${response.detail}\n`);
    await startLogUpload(api, log, { buildId, workerId: settings.id }, signal)();
    return { status: "FAILED", errorLog: log.readEnd() };
  }
  const { artifactPath, sizeBytes } = response.body as { artifactPath: string; sizeBytes: string };
  return { ...result, stored: { artifactPath, sizeBytes } };
}

/** Status report of a build. @returns whether the platform accepted it */
async function reportStatus(
  { settings, api, terminal }: Agent,
  { buildId }: BuildJob,
  {
    status,
    errorLog,
    stored,
  }: Omit<BuildResult, "status"> & { status: BuildResult["status"] | "IN_PROGRESS" },
  signal: AbortSignal,
): Promise<boolean> {
  const body = { buildId, status, workerId: settings.id, errorLog, ...stored };
  const response = await api.postWithRetry("/api/builds/webhook/status", body, signal);
  terminal.log(`${buildId}  ${status}${response.ok ? "" : ` rejected: ${response.detail}`}`);
  return response.ok && response.body["status"] === status;
}

/** Abandons a build. It is released if the worker stops; otherwise its lease is lost. */
function abandon(
  { terminal, stopping }: Agent,
  job: BuildJob,
  workspace: Workspace,
  leaseLost: AbortSignal,
): Task | null {
  workspace.remove();
  if (leaseLost.aborted) terminal.log(`${job.buildId}  ${String(leaseLost.reason)}`);
  else if (stopping.aborted) return { phase: "releasing", job };
  return null;
}

/** Releases a build to the platform. Without a response the platform requeues it when the lease expires. */
async function release(
  { settings, api, checkpoint, terminal, stopping }: Agent,
  job: BuildJob,
): Promise<void> {
  const path = `/api/builds/${job.buildId}/release`;
  const signal = stopping.aborted ? AbortSignal.timeout(SHUTDOWN_TIMEOUT_MS) : stopping;
  const response = await api.postWithRetry(path, { workerId: settings.id }, signal).catch(() => null);
  if (!response) return;
  terminal.log(`${job.buildId}  ${response.ok ? "released" : response.detail}`);
  checkpoint.clear();
}

const HEARTBEATS_PER_LEASE = 3;
const MIN_INTERVAL_MS = 200;
const RETRY_INTERVAL_MS = 400;

/**
 * Heartbeat of a build, which extends the worker's lease until it is stopped. `leaseLost` is aborted when the
 * build was cancelled, has ended or belongs to another worker; its reason says which.
 */
function startHeartbeat(api: ApiClient, buildId: string, workerId: string) {
  const stopped = new AbortController();
  const lost = new AbortController();
  const path = `/api/builds/${buildId}/heartbeat`;
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted && !lost.signal.aborted) {
      const response = await api.post(path, { workerId }, stopped.signal).catch(() => null);
      if (response?.ok === false) lost.abort(response.detail);
      else if (response?.body["cancelled"] === true) lost.abort("The build was canceled.");
      await delay(getInterval(response), undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  void run();
  return { leaseLost: lost.signal, stop: () => stopped.abort() };
}

/** Time to the next heartbeat: a third of the remaining lease, and soon after an error. */
function getInterval(response: ApiResponse | null): number {
  if (!response?.ok) return RETRY_INTERVAL_MS;
  const leaseMs = Date.parse(String(response.body["leaseUntil"])) - response.serverTime;
  return Math.max(MIN_INTERVAL_MS, leaseMs / HEARTBEATS_PER_LEASE);
}
