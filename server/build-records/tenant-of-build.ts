import { eq } from "drizzle-orm";
import { builds, tenants } from "@/db/schema/index.ts";
import { enterTenantBySlug } from "../auth/tenant-access.ts";
import { requireUser } from "../platform/authorize.ts";
import type { Context, TenantContext } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { read } from "../platform/mutate.ts";

/**
 * The context in which somebody sees a build: a token's own tenant, and for a signed-in person the tenant of the build
 * if the person is a member of it.
 * @throws AppError `NOT_FOUND`
 */
export async function enterTenantOfBuild(
  ctx: Context | TenantContext,
  buildId: string,
): Promise<TenantContext> {
  if ("tenant" in ctx) return ctx;
  const userId = requireUser(ctx);
  const [owner] = await read(ctx, (tx) =>
    tx
      .select({ slug: tenants.slug })
      .from(builds)
      .innerJoin(tenants, eq(tenants.id, builds.tenantId))
      .where(eq(builds.id, buildId)),
  );
  if (!owner) throw notFound("build");
  return enterTenantBySlug(ctx, userId, owner.slug);
}
