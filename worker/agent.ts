import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Api, Job } from "./api.ts";
import { makeBuild, openSite, type Site } from "./build.ts";
import { keepLease } from "./lease.ts";
import { sendLog } from "./log-sender.ts";
import { killLeftovers } from "./processes.ts";
import type { WorkerSettings } from "./settings.ts";
import type { Outcome, Spool, Task } from "./spool.ts";
import type { Terminal } from "./terminal.ts";

const MIN_BACKOFF_MS = 500;
const MAX_PAUSE_MS = 5_000;
/** How long a worker that is to end tries to hand over what it has. */
const HAND_OVER_MS = 5_000;

export interface Agent {
  settings: WorkerSettings;
  api: Api;
  spool: Spool;
  terminal: Terminal;
  /** Aborts when the worker is to end now. */
  stopping: AbortSignal;
  /** Aborts when it shall take no more builds. */
  draining: AbortSignal;
}

/** Takes builds and makes them, one after the other, until it is to end. What a worker before it left is done first. */
export async function runAgent(agent: Agent): Promise<void> {
  const { spool, stopping, draining } = agent;
  let task: Task | null = spool.read();
  while (!stopping.aborted) {
    const isIdle = task === null || task.phase === "asking";
    if (isIdle && draining.aborted) return;
    task = task && task.phase !== "asking" ? await proceed(agent, task) : await ask(agent, task);
    if (task) spool.write(task);
    else spool.clear();
  }
  if (task?.phase === "giving-back") await giveBack(agent, task.job);
}

/** Asks for a build until there is one. The claim is named before it is made, so that a lost answer can be asked for. */
async function ask({ settings, api, spool, stopping, draining }: Agent, asked: Task | null): Promise<Task> {
  const claimId = asked?.phase === "asking" ? asked.claimId : randomUUID();
  const asking: Task = { phase: "asking", claimId };
  if (!asked) spool.write(asking);
  const { id: workerId, platforms } = settings;
  const signal = AbortSignal.any([stopping, draining]);
  for (let pauseMs = MIN_BACKOFF_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
    try {
      const answer = await api.askUntilAnswered(
        "/api/builds/claim",
        { workerId, platforms, claimId },
        stopping,
      );
      if (answer.refused) throw new Error(`The platform refuses to give out builds: ${answer.detail}`);
      if (answer.status === 200) return { phase: "claimed", job: answer.body as unknown as Job };
      await delay(pauseMs * (0.75 + Math.random() / 2), undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
  return asking;
}

/** One step on with a build. */
async function proceed(agent: Agent, task: Exclude<Task, { phase: "asking" }>): Promise<Task | null> {
  const { job } = task;
  switch (task.phase) {
    case "claimed":
      return build(agent, job);
    case "running":
      // Whoever ran it is gone; what it started may not be.
      killLeftovers(job.buildId);
      return { phase: "giving-back", job };
    case "giving-back":
      await giveBack(agent, job);
      return null;
    case "ended":
      return deliver(agent, job, task.outcome);
  }
}

async function build(agent: Agent, job: Job): Promise<Task | null> {
  const { settings, api, spool, stopping, terminal } = agent;
  terminal.log(`${job.buildId}  ${job.platform} ${job.version}`);
  const lease = keepLease(api, { buildId: job.buildId, workerId: settings.id });
  const interrupted = AbortSignal.any([lease.lost, stopping]);
  const site = openSite(spool, job, true);
  try {
    const begun = await report(agent, job, { status: "IN_PROGRESS" }, interrupted);
    if (!begun) return leave(agent, job, site, lease.lost);
    spool.write({ phase: "running", job });
    const outcome = await makeBuild(api, settings, job, site, interrupted);
    if (!outcome) return leave(agent, job, site, lease.lost);
    const ended: Task = { phase: "ended", job, outcome };
    spool.write(ended);
    return await finish(agent, job, outcome, site, interrupted);
  } catch (error) {
    if (!interrupted.aborted) throw error;
    return leave(agent, job, site, lease.lost);
  } finally {
    lease.stop();
  }
}

/** A build that another run of this worker has ended. */
async function deliver(agent: Agent, job: Job, outcome: Outcome): Promise<Task | null> {
  const lease = keepLease(agent.api, { buildId: job.buildId, workerId: agent.settings.id });
  try {
    const site = openSite(agent.spool, job, false);
    const words = { buildId: job.buildId, workerId: agent.settings.id };
    await sendLog(agent.api, site.log, words, agent.stopping).finish();
    return await finish(agent, job, outcome, site, agent.stopping);
  } catch (error) {
    if (!agent.stopping.aborted) throw error;
    return { phase: "ended", job, outcome };
  } finally {
    lease.stop();
  }
}

/** Uploads the artifact and reports the end; each until the platform has it. */
async function finish(
  agent: Agent,
  job: Job,
  outcome: Outcome,
  site: Site,
  signal: AbortSignal,
): Promise<Task | null> {
  // A worker that is to end hands over first, if that is soon done.
  const patient = patience(signal, agent.stopping);
  let known = outcome;
  try {
    known = await upload(agent, job, outcome, patient);
    if (known !== outcome) agent.spool.write({ phase: "ended", job, outcome: known });
    await report(agent, job, known, patient);
    site.remove();
    return null;
  } catch (error) {
    if (!patient.aborted) throw error;
    return agent.stopping.aborted ? { phase: "ended", job, outcome: known } : leave(agent, job, site, signal);
  }
}

/** Aborts with `signal`, but for the end of the worker only some time after it. */
function patience(signal: AbortSignal, stopping: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (stopping.aborted) setTimeout(() => controller.abort(signal.reason), HAND_OVER_MS).unref();
    else controller.abort(signal.reason);
  };
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return controller.signal;
}

async function upload(agent: Agent, job: Job, outcome: Outcome, signal: AbortSignal): Promise<Outcome> {
  const { artifact } = outcome;
  if (!artifact || outcome.stored) return outcome;
  const path = `/api/builds/${job.buildId}/artifact?fileName=${encodeURIComponent(artifact.fileName)}`;
  const answer = await agent.api.upload(
    path,
    artifact,
    (sentBytes) => agent.terminal.showProgress(artifact.fileName, sentBytes, artifact.sizeBytes),
    signal,
  );
  if (answer.refused) return { status: "FAILED", errorLog: `The artifact was refused: ${answer.detail}` };
  const { artifactPath, sizeBytes } = answer.body as { artifactPath: string; sizeBytes: string };
  return { ...outcome, stored: { artifactPath, sizeBytes } };
}

/** @returns whether the platform's word on the build is now the same */
async function report(
  { settings, api, terminal }: Agent,
  { buildId }: Job,
  { status, errorLog, stored }: Omit<Outcome, "status"> & { status: Outcome["status"] | "IN_PROGRESS" },
  signal: AbortSignal,
): Promise<boolean> {
  const body = { buildId, status, workerId: settings.id, errorLog, ...stored };
  const answer = await api.askUntilAnswered("/api/builds/webhook/status", body, signal);
  if (answer.refused) terminal.log(`${buildId}  ${status} was refused: ${answer.detail}`);
  else terminal.log(`${buildId}  ${status}`);
  return !answer.refused && answer.body["status"] === status;
}

/** Turns away from a build: one that the worker leaves because it is to end goes back, any other is not its any more. */
function leave({ terminal, stopping }: Agent, job: Job, site: Site, lost: AbortSignal): Task | null {
  site.remove();
  if (stopping.aborted && !lost.aborted) return { phase: "giving-back", job };
  if (lost.aborted) terminal.log(`${job.buildId}  ${String(lost.reason)}`);
  return null;
}

/** Gives a build back. A worker that cannot is heard of no more, and the platform takes it back by itself. */
async function giveBack({ settings, api, spool, terminal, stopping }: Agent, job: Job): Promise<void> {
  const path = `/api/builds/${job.buildId}/release`;
  const signal = stopping.aborted ? AbortSignal.timeout(HAND_OVER_MS) : stopping;
  const answer = await api.askUntilAnswered(path, { workerId: settings.id }, signal).catch(() => null);
  if (!answer) return;
  terminal.log(`${job.buildId}  ${answer.refused ? answer.detail : "given back"}`);
  spool.clear();
}
