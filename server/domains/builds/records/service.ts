import { and, eq, type SQL } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { builds, tenants } from "@/db/schema/index.ts";
import { enterTenantBySlug } from "@/server/auth/tenant-access.ts";
import { permissionsOfRole, requireSuperAdmin, requireUser } from "@/server/core/authorize.ts";
import {
  type Context,
  enterTenant,
  type Tenant,
  type TenantContext,
  type UserActor,
} from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { read } from "@/server/core/transactions.ts";
import { AppError, invalidTransition, notFound } from "@/shared/errors.ts";

/** Build of the tenant. @throws AppError `NOT_FOUND`, also for another tenant's */
export function getBuildInTenant(tx: Reader, ctx: TenantContext, buildId: string) {
  return getBuildState(tx, buildId, eq(builds.tenantId, ctx.tenant.id));
}

/**
 * Build that was last assigned to the worker.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` if it is another worker's
 */
export async function getWorkerBuild(tx: Reader, buildId: string, workerId: string) {
  const build = await getBuildState(tx, buildId);
  if (build.workerId === workerId) return build;
  throw invalidTransition("The build is not claimed by this worker.");
}

/** @throws AppError `NOT_FOUND`, `BUILD_ALREADY_FINISHED` */
export async function getUnfinishedBuild(tx: Reader, buildId: string) {
  const build = await getBuildState(tx, buildId);
  if (!build.finishedAt) return build;
  throw new AppError(
    "BUILD_ALREADY_FINISHED",
    `The build has finished with status ${build.status}; its artifact cannot be replaced.`,
  );
}

async function getBuildState(tx: Reader, buildId: string, scope?: SQL) {
  const [build] = await tx
    .select({
      id: builds.id,
      tenantId: builds.tenantId,
      appId: builds.appId,
      status: builds.status,
      workerId: builds.workerId,
      artifactPath: builds.artifactPath,
      finishedAt: builds.finishedAt,
    })
    .from(builds)
    .where(and(eq(builds.id, buildId), scope));
  if (!build) throw notFound("build");
  return build;
}

/**
 * Tenant context for reading a build: a token's own tenant, or the build's tenant if the signed-in user is a member.
 * @throws AppError `NOT_FOUND`
 */
export async function enterTenantOfBuild(
  ctx: Context | TenantContext,
  buildId: string,
): Promise<TenantContext> {
  if ("tenant" in ctx) return ctx;
  const userId = requireUser(ctx);
  const { slug } = await getTenantOfBuild(ctx, buildId);
  return enterTenantBySlug(ctx, userId, slug);
}

/** Context of a Super Admin who reads a build of any tenant, a suspended one included. @throws AppError `NOT_FOUND` */
export async function enterTenantOfBuildAsAdmin(
  ctx: Context,
  buildId: string,
): Promise<TenantContext<UserActor>> {
  const admin = requireSuperAdmin(ctx);
  const tenant = await getTenantOfBuild(admin, buildId);
  return enterTenant(admin, { tenant, role: "VIEWER", permissions: permissionsOfRole("VIEWER") });
}

async function getTenantOfBuild(ctx: Context, buildId: string): Promise<Tenant> {
  const [tenant] = await read(ctx, (tx) =>
    tx
      .select({ id: tenants.id, slug: tenants.slug, name: tenants.name })
      .from(builds)
      .innerJoin(tenants, eq(tenants.id, builds.tenantId))
      .where(eq(builds.id, buildId)),
  );
  if (!tenant) throw notFound("build");
  return tenant;
}

export const leaseMs = (): number => env().BUILD_LEASE_SECONDS * 1_000;

/** End of a lease that begins at `now`. A stalled build fails a lease duration after its lease. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + leaseMs());
