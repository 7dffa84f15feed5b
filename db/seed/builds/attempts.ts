import type { Platform } from "../../schema/index.ts";
import { DEMO_APPS, type DemoApp } from "../apps.ts";
import { daysBefore, minutesAfter, secondsAfter } from "../clock.ts";
import { createRandom, type Random } from "../random.ts";

/** One go at building an app, from the queue to its end. */
export interface Attempt {
  app: DemoApp;
  platform: Platform;
  createdAt: Date;
  startedAt: Date;
  finishedAt: Date;
  isFailure: boolean;
  retryOf: Attempt | null;
}

/**
 * `count` finished attempts over the last 90 days, oldest first. Half of the failed ones were tried once more.
 * How many throws it takes to find a moment depends on `now`; all else is the same on every day.
 */
export function planAttempts(now: Date, random: Random, count: number): Attempt[] {
  const moments = createRandom("moments");
  const attempts: Attempt[] = [];
  while (attempts.length < count) {
    const app = pickApp(random);
    const first = attempt(random, app, random.pick(app.platforms), pickMoment(now, moments));
    attempts.push(first);
    if (first.isFailure && attempts.length < count && random.happens(0.5))
      attempts.push(retry(random, first));
  }
  return attempts.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

function attempt(
  random: Random,
  app: DemoApp,
  platform: Platform,
  createdAt: Date,
  retryOf: Attempt | null = null,
): Attempt {
  const isFailure = random.happens(retryOf ? 0.25 : 0.1);
  const startedAt = secondsAfter(createdAt, Math.min(random.logNormal(9, 0.9), 240));
  const fullSeconds = Math.min(random.logNormal(platform === "IOS" ? 470 : 260, 0.38), 45 * 60);
  const seconds = isFailure ? fullSeconds * (0.15 + 0.85 * random.unit()) : fullSeconds;
  const finishedAt = secondsAfter(startedAt, seconds);
  return { app, platform, createdAt, startedAt, finishedAt, isFailure, retryOf };
}

function retry(random: Random, failed: Attempt): Attempt {
  const createdAt = minutesAfter(failed.finishedAt, 1 + 19 * random.unit());
  return attempt(random, failed.app, failed.platform, createdAt, failed);
}

/** Early enough for the longest attempt and its retry to be over by now. */
function pickMoment(now: Date, random: Random): Date {
  const latest = minutesAfter(now, -180);
  while (true) {
    const at = daysBefore(latest, random.unit() * 89.8);
    if (random.happens(bustle(at))) return at;
  }
}

/** Most builds are made on working days in the daytime. */
function bustle(at: Date): number {
  const isWeekend = [0, 6].includes(at.getUTCDay());
  const hour = at.getUTCHours();
  const daytime = hour >= 8 && hour < 18 ? 1 : hour >= 6 && hour < 21 ? 0.3 : 0.05;
  return daytime * (isWeekend ? 0.15 : 1);
}

function pickApp(random: Random): DemoApp {
  return random.pick(DEMO_APPS.flatMap((app) => Array.from({ length: app.weight }, () => app)));
}
