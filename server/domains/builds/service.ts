import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { buildReports, builds, buildWorkers } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import { type Context, type TenantContext, userIdOf } from "@/server/core/context.ts";
import { mutate, read, runAfterCommit } from "@/server/core/transactions.ts";
import { getApp, lockAppInUse, takeBuildNumber } from "@/server/domains/apps/service.ts";
import { findActorName } from "@/server/domains/audit/entries.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { buildQueued } from "@/shared/build-events.ts";
import { notFound, validationFailed } from "@/shared/errors.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import { findArtifact } from "./artifacts/service.ts";
import { BUILD_COLUMNS, toBuildView } from "./build-row.ts";
import type { QueueBuild } from "./input.ts";
import { copyInputs, freezeInputs, readInputViews } from "./inputs/build-inputs.ts";
import { listBuildInputs } from "./inputs/described-inputs.ts";
import { enterTenantOfBuildAsAdmin, leaseEnd } from "./records/service.ts";
import type { BuildDetail, BuildPageDetails, BuildView } from "./view.ts";

/**
 * One build with its whole error log and its reports, oldest first. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function getBuild(ctx: TenantContext, buildId: string): Promise<BuildDetail> {
  requirePermission(ctx, "BUILDS_READ");
  return read(ctx, async (tx) => {
    const [build] = await tx
      .select({ ...BUILD_COLUMNS, errorLog: builds.errorLog })
      .from(builds)
      .where(and(eq(builds.id, buildId), eq(builds.tenantId, ctx.tenant.id)));
    if (!build) throw notFound("build");
    const reports = await tx
      .select()
      .from(buildReports)
      .where(eq(buildReports.buildId, build.id))
      .orderBy(asc(buildReports.receivedAt), asc(buildReports.id));
    return {
      ...toBuildView(build),
      errorLogTruncated: false,
      reports: reports.map((report) => ({
        status: report.status,
        workerId: report.workerId,
        artifactPath: report.artifactPath,
        sizeBytes: report.sizeBytes?.toString() ?? null,
        receivedAt: report.receivedAt.toISOString(),
        applied: report.applied,
      })),
      inputs: await readInputViews(tx, build.id),
    };
  });
}

/** One build with its artifact, retries and people, for its page. @throws AppError as `getBuild` */
export async function getBuildPage(
  ctx: TenantContext,
  buildId: string,
): Promise<BuildDetail & BuildPageDetails> {
  const build = await getBuild(ctx, buildId);
  const artifact = await findArtifact(ctx, build.id);
  return read(ctx, async (tx) => {
    const [row] = await tx
      .select({
        failure: builds.failure,
        endReason: builds.endReason,
        leaseUntil: builds.leaseUntil,
        workerSeenAt: buildWorkers.lastSeenAt,
      })
      .from(builds)
      .leftJoin(buildWorkers, eq(buildWorkers.id, builds.workerId))
      .where(eq(builds.id, build.id));
    const retries = await tx
      .select({ id: builds.id, number: builds.number, status: builds.status })
      .from(builds)
      .where(eq(builds.retryOf, build.id))
      .orderBy(asc(builds.number));
    const [original] = build.retryOf
      ? await tx.select({ number: builds.number }).from(builds).where(eq(builds.id, build.retryOf))
      : [];
    const subject = { type: "build", id: build.id, tenantId: ctx.tenant.id } as const;
    return {
      ...build,
      failureContext:
        build.failure && row?.failure
          ? { tool: row.failure.tool, step: row.failure.step, file: row.failure.file }
          : null,
      endReason: row?.endReason ?? null,
      cancelledBy: row?.endReason === "CANCELLED" ? await findActorName(tx, "build.cancel", subject) : null,
      leaseUntil: row?.leaseUntil?.toISOString() ?? null,
      workerSeenAt: row?.workerSeenAt?.toISOString() ?? null,
      failsAt: build.stalled && row?.leaseUntil ? leaseEnd(row.leaseUntil).toISOString() : null,
      retries,
      retryOfNumber: original?.number ?? null,
      storedArtifact: artifact && {
        fileName: artifact.fileName,
        sizeBytes: artifact.sizeBytes,
        sha256: artifact.sha256,
      },
    };
  });
}

/** One build of any tenant, for its page. For Super Admins. @throws AppError `PERMISSION_DENIED`, `NOT_FOUND` */
export async function getAnyBuild(ctx: Context, buildId: string) {
  const inTenant = await enterTenantOfBuildAsAdmin(ctx, buildId);
  const build = await getBuildPage(inTenant, buildId);
  const { id, name, slug } = await getApp(inTenant, build.appId);
  const inputs = await listBuildInputs(inTenant, buildId);
  return { ...build, inputs, app: { id, name, slug }, tenant: inTenant.tenant };
}

/**
 * Queues a build of an app for the workers, with what is installed now. Needs `BUILDS_CREATE`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `INVALID_TRANSITION` for an archived app; `VALIDATION_FAILED` for a
 * platform that the app does not have; `INPUT_UNAVAILABLE`
 */
export async function queueBuild(ctx: TenantContext, appId: string, input: QueueBuild): Promise<BuildView> {
  requirePermission(ctx, "BUILDS_CREATE");
  const build = await mutate(ctx, "build.queue", async (tx) => {
    const app = await lockAppInUse(tx, ctx, appId);
    if (!app.platforms.includes(input.platform)) {
      throw validationFailed([
        { path: "platform", message: `must be one of ${app.platforms.join(", ")} for this app` },
      ]);
    }
    const queued = await insertBuild(tx, ctx, { tenantId: ctx.tenant.id, appId: app.id, ...input });
    const { id, number, platform, version } = queued;
    const after = { appId: app.id, number, platform, version };
    return { result: queued, audit: { type: "build", id, tenantId: ctx.tenant.id, after } };
  });
  runAfterCommit(ctx, () =>
    buildChanges.announce({ tenantId: ctx.tenant.id, appId: build.appId, buildId: build.id }),
  );
  return build;
}

export interface NewBuild {
  tenantId: string;
  appId: string;
  platform: Platform;
  version: string;
  gitRef?: string | null | undefined;
  gitCommit?: string | null | undefined;
  commitMessage?: string | null | undefined;
  retryOf?: string;
}

/** Inserts a queued build under the app's next number, and records its event. `createdBy` is null for the platform. */
export async function insertBuild(tx: Transaction, ctx: Context, build: NewBuild): Promise<BuildView> {
  const number = await takeBuildNumber(tx, build.tenantId, build.appId);
  const now = ctx.now();
  const [row] = await tx
    .insert(builds)
    .values({
      ...build,
      id: ctx.newId(),
      number,
      createdBy: userIdOf(ctx.actor),
      createdAt: now,
      updatedAt: now,
    })
    .returning(BUILD_COLUMNS);
  if (!row) throw new Error("the build was not inserted");
  const queued = { id: row.id, tenantId: build.tenantId, appId: build.appId };
  if (build.retryOf) await copyInputs(tx, { ...queued, retryOf: build.retryOf });
  else await freezeInputs(tx, queued);
  await recordEvent(tx, ctx, buildQueued({ ...row, tenantId: build.tenantId }));
  return toBuildView(row);
}
