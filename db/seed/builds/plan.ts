import type { Platform } from "../../schema/index.ts";
import { DEMO_APPS, type DemoApp } from "../apps.ts";
import { minutesAfter, secondsAfter } from "../clock.ts";
import { fixedId } from "../ids.ts";
import { createRandom, type Random } from "../random.ts";
import { type Attempt, planAttempts } from "./attempts.ts";
import { createErrorLogWriter } from "./error-log.ts";
import { createQueue, type DemoBuild } from "./queue.ts";
import { createWorkerPool } from "./worker-pool.ts";

const BUILD_COUNT = 600;

/** All builds in the order of their creation: the finished ones, then those that are queued or run right now. */
export function planBuilds(now: Date): DemoBuild[] {
  const random = createRandom("builds");
  const queue = createQueue(random);
  const workers = createWorkerPool();
  const errorLogs = createErrorLogWriter(random);
  const finished = new Map<Attempt, DemoBuild>();
  for (const attempt of planAttempts(now, random, BUILD_COUNT - UNFINISHED.length)) {
    const original = attempt.retryOf ? finished.get(attempt.retryOf) : undefined;
    const build = {
      ...queue.add({ ...attempt, original }),
      workerId: workers.take(attempt.platform, attempt),
    };
    const end = attempt.isFailure
      ? { status: "FAILED" as const, errorLog: errorLogs.write(attempt.app, build) }
      : { status: "COMPLETED" as const, ...packageOf(attempt.app, build, random) };
    finished.set(attempt, { ...build, ...timesOf(attempt, random), ...end });
  }
  const unfinished = UNFINISHED.map(({ id, appId, platform, queuedMinutesAgo, startedAfterSeconds }) => {
    const createdAt = minutesAfter(now, -queuedMinutesAgo);
    const build = queue.add({ app: getApp(appId), platform, createdAt, id });
    if (startedAfterSeconds === null) return build;
    const startedAt = secondsAfter(createdAt, startedAfterSeconds);
    const workerId = workers.take(platform, { finishedAt: now });
    return { ...build, status: "IN_PROGRESS" as const, workerId, startedAt, updatedAt: startedAt };
  });
  return [...finished.values(), ...unfinished];
}

/** How many builds each app has, which is also the number of its last one. */
export function countBuilds(planned: readonly DemoBuild[]): ReadonlyMap<string, number> {
  return new Map(planned.map(({ appId, number }) => [appId, number]));
}

/** Of a few builds the report of the start was lost, so that nobody knows when they started. */
function timesOf({ startedAt, finishedAt }: Attempt, random: Random) {
  return { startedAt: random.happens(0.02) ? null : startedAt, finishedAt, updatedAt: finishedAt };
}

function packageOf(app: DemoApp, { platform, number }: DemoBuild, random: Random) {
  const file = platform === "IOS" ? "app-release.ipa" : "app-release.aab";
  const megabytes = app.sizeMb * (platform === "IOS" ? 1.3 : 1) * (1 + number / 2_000);
  return {
    artifactPath: `artifacts/${app.slug}/${number}/${file}`,
    sizeBytes: BigInt(Math.round(random.logNormal(megabytes * 1_000_000, 0.02))),
  };
}

function getApp(id: string): DemoApp {
  const app = DEMO_APPS.find((candidate) => candidate.id === id);
  if (!app) throw new Error(`the demo has no app ${id}`);
  return app;
}

interface UnfinishedBuild {
  id?: string;
  appId: string;
  platform: Platform;
  queuedMinutesAgo: number;
  /** Null while it waits for a worker. */
  startedAfterSeconds: number | null;
}

const UNFINISHED: UnfinishedBuild[] = [
  { appId: fixedId("b002"), platform: "IOS", queuedMinutesAgo: 11, startedAfterSeconds: 38 },
  {
    id: fixedId("d001"),
    appId: fixedId("b001"),
    platform: "ANDROID",
    queuedMinutesAgo: 7,
    startedAfterSeconds: 41,
  },
  { appId: fixedId("b007"), platform: "ANDROID", queuedMinutesAgo: 4, startedAfterSeconds: 22 },
  {
    id: fixedId("d002"),
    appId: fixedId("b001"),
    platform: "IOS",
    queuedMinutesAgo: 3,
    startedAfterSeconds: null,
  },
  { appId: fixedId("b00a"), platform: "ANDROID", queuedMinutesAgo: 2, startedAfterSeconds: null },
  { appId: fixedId("b003"), platform: "IOS", queuedMinutesAgo: 1, startedAfterSeconds: null },
];
