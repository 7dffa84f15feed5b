import type { ChildProcess } from "node:child_process";
import cluster from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { findActivity, type ProcessActivity } from "@/db/embedded/processes.ts";
import { RUNNER } from "./build.ts";

const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
const HEARTBEAT_INTERVAL_MS = 1_000;
/** Unanswered pings, one per second, after which a process may be killed: longer than a garbage collection. */
const MAX_MISSED_HEARTBEATS = 15;
/** Time since the last answer for which a process counts as responding: longer than a restart. */
const RESPONDING_MS = 10_000;
/** Processor time of a process without an answer, beyond what a page or a garbage collection takes. */
const MAX_SILENT_CPU_MS = 10_000;

/**
 * Supervisor of a process that signals readiness and heartbeats (`sendHeartbeat`): restarts it, with exponential backoff,
 * when it exits or hangs.
 * @throws Error when the first process exits before it is ready
 */
export async function superviseProcess(
  name: string,
  start: () => ChildProcess,
  log: (line: string) => void,
): Promise<{ stop: () => Promise<void>; isResponding: () => boolean }> {
  let isStopping = false;
  let child: ChildProcess | null = null;
  let answeredAt = performance.now();

  async function startOne(): Promise<void> {
    const started = start();
    child = started;
    await waitUntilReady(name, started);
    const recordAnswer = () => {
      answeredAt = performance.now();
    };
    recordAnswer();
    started.on("message", recordAnswer);
    killWhenHung(started, () => log(`${name} ${started.pid} is not responding`));
    started.once("exit", (code, signal) => {
      if (isStopping) return;
      log(`${name} ${started.pid} exited (${signal ?? code}); restarting`);
      void replace();
    });
  }

  async function replace(): Promise<void> {
    for (let backoffMs = MIN_BACKOFF_MS; !isStopping; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      try {
        return await startOne();
      } catch {
        await delay(backoffMs);
      }
    }
  }

  await startOne();
  return {
    isResponding: () => performance.now() - answeredAt < RESPONDING_MS,
    stop: async () => {
      isStopping = true;
      if (child) await stopProcess(child);
    },
  };
}

function waitUntilReady(name: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const rejectEarlyExit = () => reject(new Error(`${name} exited before it was ready.`));
    child.once("error", reject);
    child.once("exit", rejectEarlyExit);
    child.once("message", () => {
      child.off("exit", rejectEarlyExit);
      resolve();
    });
  });
}

/** Silence of a process since its last answer, counted in intervals: a pause of this process counts as one. */
export interface Silence {
  missed: number;
  /** Intervals at whose end the process neither ran nor waited for a processor or a disk. */
  idle: number;
  cpuMs: number;
  /** Processor time at the first look. */
  cpuBeforeMs: number | undefined;
}

export const NO_SILENCE: Silence = { missed: 0, idle: 0, cpuMs: 0, cpuBeforeMs: undefined };

/** Silence after one more interval. */
export function addInterval(silence: Silence, activity: ProcessActivity | null): Silence {
  const cpuBeforeMs = silence.cpuBeforeMs ?? activity?.cpuMs;
  return {
    missed: silence.missed + 1,
    idle: silence.idle + (activity?.isRunnable ? 0 : 1),
    cpuMs: (activity?.cpuMs ?? 0) - (cpuBeforeMs ?? 0),
    cpuBeforeMs,
  };
}

/** True if a silent process hangs: it idles, or it spins. One that gets no processor time on a busy machine does neither. */
export const isHung = ({ missed, idle, cpuMs }: Silence): boolean =>
  missed > MAX_MISSED_HEARTBEATS && (idle > MAX_MISSED_HEARTBEATS || cpuMs >= MAX_SILENT_CPU_MS);

/** Watchdog that kills a process that hangs. */
function killWhenHung(child: ChildProcess, onHung: () => void): void {
  let silence = NO_SILENCE;
  child.on("message", () => {
    silence = NO_SILENCE;
  });
  const timer = setInterval(() => {
    silence = addInterval(silence, findActivity(child.pid ?? 0));
    if (isHung(silence)) {
      clearInterval(timer);
      onHung();
      child.kill("SIGKILL");
    } else if (child.connected) child.send("beat", () => undefined);
  }, HEARTBEAT_INTERVAL_MS);
  child.once("exit", () => clearInterval(timer));
}

/** Heartbeat of the supervised process: signals readiness, then answers each ping of the supervisor. */
export function sendHeartbeat(): void {
  const send = () => process.send?.("here", () => undefined);
  process.on("message", send);
  send();
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await exited;
}

/** Cluster of `count` web processes on one port, each supervised. They exit with the launcher, even if it is killed. */
export async function startWebProcesses(
  count: number,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  cluster.setupPrimary({ exec: RUNNER, args: ["server/web-process.ts"] });
  const supervised = await Promise.all(
    Array.from({ length: count }, () => superviseProcess("Web process", () => cluster.fork().process, log)),
  );
  return {
    async close() {
      await Promise.all(supervised.map(({ stop }) => stop()));
    },
  };
}
