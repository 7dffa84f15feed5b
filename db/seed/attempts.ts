import type { apps, Platform } from "../schema/index.ts";
import { byTime, DAY, HOUR, MINUTE, type readRows, secondsAfter } from "./data.ts";
import { createRandom, type Random } from "./random.ts";

export type DemoApp = ReturnType<typeof readRows<typeof apps, BuildProfile>>[number];

export interface BuildProfile {
  weight: number;
  /** Version of its oldest build. */
  firstVersion: string;
  /** Size of a package, in megabytes. */
  sizeMb: number;
}

/** Run of a build, from the queue to its end. */
export interface Attempt {
  id?: string;
  app: DemoApp;
  platform: Platform;
  createdAt: Date;
  /** Null while it is queued, and for the few finished ones whose report of the start was lost. */
  startedAt: Date | null;
  /** Null while it is queued or runs. */
  finishedAt: Date | null;
  isFailure: boolean;
  retryOf: Attempt | null;
  /** Worker of an attempt that failed in an outage. */
  outageWorker?: string;
}

const HISTORY_DAYS = 89.8;
/** Minimum age of an attempt, so that the longest one and its retry have ended. */
const QUIET_SECONDS = 3 * HOUR;

/**
 * Finished attempts, `count` in the last 90 days, oldest first. Half of the failed ones were retried. Only the number
 * of random draws for a time depends on `now`; everything else is the same on every day.
 */
export function planAttempts(demoApps: readonly DemoApp[], now: Date, count: number): Attempt[] {
  const random = createRandom("attempts");
  const moments = createRandom("moments");
  const byWeight = demoApps.flatMap((app) => Array.from({ length: app.weight }, () => app));
  const attempts: Attempt[] = [];
  while (attempts.length < count) {
    const app = random.pick(byWeight);
    const first = planAttempt(random, app, random.pick(app.platforms), pickMoment(now, moments));
    attempts.push(first);
    if (!first.isFailure || attempts.length === count || !random.happens(0.5)) continue;
    const createdAt = secondsAfter(first.finishedAt, random.integer(1, 20) * MINUTE);
    attempts.push(planAttempt(random, app, first.platform, createdAt, first));
  }
  return attempts.sort(byTime(({ createdAt }) => createdAt));
}

function planAttempt(
  random: Random,
  app: DemoApp,
  platform: Platform,
  createdAt: Date,
  retryOf: Attempt | null = null,
): Attempt & { finishedAt: Date } {
  const isFailure = random.happens(retryOf ? 0.25 : 0.1);
  const startedAt = secondsAfter(createdAt, Math.min(random.logNormal(9, 0.9), 4 * MINUTE));
  const fullSeconds = Math.min(random.logNormal(platform === "IOS" ? 470 : 260, 0.38), 45 * MINUTE);
  const finishedAt = secondsAfter(
    startedAt,
    isFailure ? fullSeconds * (0.15 + 0.85 * random.unit()) : fullSeconds,
  );
  const isStartKnown = !random.happens(0.02);
  return {
    app,
    platform,
    createdAt,
    startedAt: isStartKnown ? startedAt : null,
    finishedAt,
    isFailure,
    retryOf,
  };
}

function pickMoment(now: Date, random: Random): Date {
  while (true) {
    const at = secondsAfter(now, -QUIET_SECONDS - random.unit() * HISTORY_DAYS * DAY);
    if (random.happens(activityAt(at))) return at;
  }
}

/** Relative rate of builds: most are built in the daytime of working days. */
function activityAt(at: Date): number {
  const isWeekend = [0, 6].includes(at.getUTCDay());
  const hour = at.getUTCHours();
  const daytime = hour >= 8 && hour < 18 ? 1 : hour >= 6 && hour < 21 ? 0.3 : 0.05;
  return daytime * (isWeekend ? 0.15 : 1);
}
