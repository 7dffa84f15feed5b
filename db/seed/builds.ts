import { buildCompleted, buildFailed } from "../../shared/build-events.ts";
import type { BuildFailure } from "../../shared/build-log/find-failure.ts";
import {
  apps,
  type buildReports,
  type builds,
  type buildWorkers,
  PLATFORMS,
  type Platform,
  type ReportedStatus,
} from "../schema/index.ts";
import type { Accounts } from "./accounts.ts";
import { type Attempt, type BuildProfile, type DemoApp, planAttempts } from "./attempts.ts";
import { byTime, MINUTE, readJson, readRows, secondsAfter } from "./data.ts";
import { createErrorLogWriter, createOutageLogWriter } from "./error-logs.ts";
import type { History } from "./history.ts";
import { createRandom, type Random } from "./random.ts";

const BUILD_COUNT = 600;

const WORKERS: Record<Platform, readonly string[]> = {
  ANDROID: ["linux-builder-1", "linux-builder-2", "linux-builder-3"],
  IOS: ["mac-builder-1", "mac-builder-2"],
};

const BRANCHES = [
  ...["feature/offline-drafts", "feature/dark-mode", "feature/photo-markup", "fix/login-loop"],
  ...["fix/crash-on-rotate", "fix/slow-first-sync", "chore/upgrade-sdk", "chore/trim-assets"],
];

type Build = typeof builds.$inferInsert &
  Pick<Attempt, "createdAt" | "startedAt" | "finishedAt"> & { updatedAt: Date; workerId: string | null };
type Report = typeof buildReports.$inferInsert & { receivedAt: Date };

/** Apps, their builds in the order of creation, and the reports of workers that led each build to its status. */
export function planBuilds(
  now: Date,
  { developerOf }: Accounts,
  history: History,
  findFailure: (errorLog: string) => BuildFailure | null,
) {
  const demoApps = readRows<typeof apps, BuildProfile>(apps, now);
  const unfinished = readUnfinished(demoApps, now);
  const outage = readOutage(demoApps, now);
  const random = createRandom("builds");
  const takeSource = createSourceHistory(random);
  const takeCommit = createCommitHistory();
  const takeWorker = createWorkerPool(now);
  const writeErrorLog = createErrorLogWriter(random);
  const writeOutageLog = createOutageLogWriter();
  const numbers = new Map<string, number>();
  const planned = new Map<Attempt, Build>();
  const plannedCount = BUILD_COUNT - unfinished.length - outage.length;
  for (const attempt of [...planAttempts(demoApps, now, plannedCount), ...outage, ...unfinished]) {
    const { app, platform, createdAt, startedAt, finishedAt, isFailure, outageWorker } = attempt;
    const original = attempt.retryOf && planned.get(attempt.retryOf);
    const number = (numbers.get(app.id) ?? 0) + 1;
    numbers.set(app.id, number);
    const { version, gitRef } = original ?? takeSource(app);
    const { gitCommit, commitMessage } = original ?? takeCommit(gitRef);
    const write = outageWorker ? writeOutageLog : writeErrorLog;
    const errorLog = isFailure ? write({ app, platform, version }) : null;
    planned.set(attempt, {
      id: attempt.id ?? random.uuid(createdAt),
      tenantId: app.tenantId,
      appId: app.id,
      number,
      platform,
      version,
      gitRef,
      gitCommit,
      commitMessage,
      status: finishedAt ? (isFailure ? "FAILED" : "COMPLETED") : startedAt ? "IN_PROGRESS" : "QUEUED",
      errorLog,
      failure: errorLog === null ? null : findFailure(errorLog),
      ...(finishedAt && !isFailure && planArtifact(attempt, number, random)),
      workerId: outageWorker ?? (startedAt || finishedAt ? takeWorker(platform, finishedAt) : null),
      retryOf: original?.id ?? null,
      createdBy: developerOf(app.tenantId),
      createdAt,
      startedAt,
      finishedAt,
      updatedAt: finishedAt ?? startedAt ?? createdAt,
    });
  }
  for (const { id, tenantId, slug, name, platforms, createdAt } of demoApps) {
    const subject = { tenantId, actorId: developerOf(tenantId), subjectType: "app", subjectId: id };
    history.audit({ ...subject, action: "app.create", after: { slug, name, platforms }, at: createdAt });
  }
  const rows = [...planned.values()];
  const reports = rows.flatMap((build) => {
    const received = reportBuild(build, random);
    recordBuild(build, received, history);
    return received;
  });
  return {
    apps: demoApps.map((app) => ({ ...app, lastBuildNumber: numbers.get(app.id) ?? 0 })),
    builds: rows,
    reports: reports.sort(byTime(({ receivedAt }) => receivedAt)),
    workers: planWorkers(rows),
  };
}

function readUnfinished(demoApps: readonly DemoApp[], now: Date): Attempt[] {
  const unfinished = readJson<(Attempt & { appId: string })[]>("running-builds.json", now);
  return unfinished.flatMap((build) => {
    const app = demoApps.find(({ id }) => id === build.appId);
    return app ? [{ ...build, app, finishedAt: null, isFailure: false, retryOf: null }] : [];
  });
}

/** Failures of one outage in the last hours, which form a growing cluster. */
function readOutage(demoApps: readonly DemoApp[], now: Date): Attempt[] {
  const failed = readJson<{ appId: string; createdAt: Date; minutes: number; workerId: string }[]>(
    "outage-builds.json",
    now,
  );
  return failed.flatMap(({ appId, createdAt, minutes, workerId }) => {
    const app = demoApps.find(({ id }) => id === appId);
    if (!app) return [];
    const startedAt = secondsAfter(createdAt, 20);
    const finishedAt = secondsAfter(startedAt, minutes * MINUTE);
    const times = { createdAt, startedAt, finishedAt };
    return [{ app, platform: "IOS", ...times, isFailure: true, retryOf: null, outageWorker: workerId }];
  });
}

/** Version and Git reference of the next build of an app. Some builds begin a new version. */
function createSourceHistory(random: Random): (app: DemoApp) => { version: string; gitRef: string } {
  const versions = new Map<string, string>();
  return ({ id, firstVersion }) => {
    const version = versions.get(id) ?? firstVersion;
    const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
    const draw = random.unit();
    if (draw >= 0.2) {
      const rare = [`release/${major}.${minor}`, random.hex(40), random.pick(BRANCHES)];
      return { version, gitRef: random.happens(0.5) ? "main" : random.pick(rare) };
    }
    const nextVersion = draw < 0.05 ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
    const next = draw < 0.004 ? `${major + 1}.0.0` : nextVersion;
    versions.set(id, next);
    return { version: next, gitRef: `v${next}` };
  };
}

const COMMIT_MESSAGES = [
  ...["Keep drafts when the app is offline", "Fix crash when the screen rotates", "Update dependencies"],
  ...["Show sync progress in the list", "Use the system's photo picker", "Translate settings into French"],
  ...["Shorten the first sync", "Fix login loop after a password change", "Trim launch images"],
];

/** Commit of a build. If the reference is a commit, it is that one. */
function createCommitHistory(): (gitRef: string | null | undefined) => {
  gitCommit: string;
  commitMessage: string;
} {
  const random = createRandom("commits");
  return (gitRef) => ({
    gitCommit: gitRef && /^[0-9a-f]{40}$/.test(gitRef) ? gitRef : random.hex(40),
    commitMessage: random.pick(COMMIT_MESSAGES),
  });
}

/** Gives each build the worker that has been idle the longest, so that builds of one worker hardly overlap. */
function createWorkerPool(now: Date): (platform: Platform, finishedAt: Date | null) => string {
  const idleSince = new Map<string, number>();
  return (platform, finishedAt) => {
    const [worker = ""] = WORKERS[platform].toSorted(
      (one, other) => (idleSince.get(one) ?? 0) - (idleSince.get(other) ?? 0),
    );
    idleSince.set(worker, (finishedAt ?? now).getTime());
    return worker;
  };
}

function planArtifact({ app, platform }: Attempt, number: number, random: Random) {
  const isIos = platform === "IOS";
  const megabytes = app.sizeMb * (isIos ? 1.3 : 1) * (1 + number / 2_000);
  return {
    artifactPath: `artifacts/${app.slug}/${number}/app-release.${isIos ? "ipa" : "aab"}`,
    sizeBytes: BigInt(Math.round(random.logNormal(megabytes * 1_000_000, 0.02))),
  };
}

/** Reports on one build. Those that lead to its status are applied; repeated, late and contradicting ones are not. */
function reportBuild(build: Build, random: Random): Report[] {
  const { id: buildId, tenantId, startedAt, finishedAt, status, workerId, artifactPath, sizeBytes } = build;
  const reports: Report[] = [];
  const report = (reported: ReportedStatus, at: Date, applied: boolean) => {
    const artifact = reported === "COMPLETED" ? { artifactPath, sizeBytes } : {};
    const receivedAt = applied ? at : secondsAfter(at, Math.min(random.logNormal(4, 0.8), 14));
    reports.push({ tenantId, buildId, status: reported, workerId, ...artifact, applied, receivedAt });
  };
  if (startedAt) report("IN_PROGRESS", startedAt, true);
  if (startedAt && random.happens(0.08)) report("IN_PROGRESS", startedAt, false);
  if (!finishedAt || (status !== "COMPLETED" && status !== "FAILED")) return reports;
  report(status, finishedAt, true);
  if (random.happens(0.06)) report(status, finishedAt, false);
  if (!startedAt || random.happens(0.03)) report("IN_PROGRESS", finishedAt, false);
  if (random.happens(0.01)) report(status === "FAILED" ? "COMPLETED" : "FAILED", finishedAt, false);
  return reports;
}

function recordBuild(build: Build, reports: readonly Report[], history: History): void {
  const { id, tenantId, appId, number, platform, version, status, workerId, finishedAt } = build;
  const subject = { tenantId, subjectType: "build", subjectId: id };
  const about = { appId, number, platform, version };
  const queued = { action: "build.queue", actorId: build.createdBy, after: about, at: build.createdAt };
  history.audit({ ...subject, ...queued });
  let before = { status: "QUEUED" };
  for (const report of reports.filter(({ applied }) => applied)) {
    const after = { status: report.status };
    const reported = { action: "build.report", actorKind: "worker", actorId: workerId } as const;
    history.audit({ ...subject, ...reported, before, after, at: report.receivedAt });
    before = after;
  }
  if (!finishedAt) return;
  const event =
    status === "FAILED"
      ? buildFailed(build, build.errorLog ?? "", build.failure ?? null)
      : buildCompleted(build);
  history.emit({ ...event, occurredAt: finishedAt });
}

/**
 * Workers with heartbeats, each seen from its first build to its last report. One with an unfinished build only reports: its
 * last heartbeat would be too long ago.
 */
function planWorkers(rows: readonly Build[]): (typeof buildWorkers.$inferInsert)[] {
  return PLATFORMS.flatMap((platform) =>
    WORKERS[platform].flatMap((id) => {
      const own = rows.filter(({ workerId }) => workerId === id);
      if (own.some(({ finishedAt }) => !finishedAt)) return [];
      const times = own.flatMap(({ createdAt, startedAt, updatedAt }) => [
        (startedAt ?? createdAt).getTime(),
        updatedAt.getTime(),
      ]);
      const [firstSeenAt, lastSeenAt] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
      return [{ id, platforms: [platform], firstSeenAt, lastSeenAt }];
    }),
  );
}
