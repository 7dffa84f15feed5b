import { and, eq, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { listings } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";

/** Impact of a decision on a version, in numbers of all tenants. */
export interface DecisionImpact {
  /** Installations of the version, their tenants, and unfinished builds that carry it. */
  installations: number;
  tenants: number;
  builds: number;
  /** Installations of versions below it that its rollout can update, that lack consent, and whose update policy excludes it. */
  updatable: number;
  needConsent: number;
  manual: number;
}

/** Impact of a decision on one of the tenant's versions. Any member may read it. @throws AppError `NOT_FOUND` */
export function getOwnImpact(
  ctx: TenantContext,
  { listingId }: { listingId: string },
): Promise<DecisionImpact> {
  return read(ctx, async (tx) => {
    const [own] = await tx
      .select({ id: listings.id })
      .from(listings)
      .where(and(eq(listings.id, listingId), eq(listings.tenantId, ctx.tenant.id)));
    if (!own) throw notFound("listing");
    return measureImpact(tx, listingId);
  });
}

/** Impact of a decision, by the database function `measure_impact`, at any scope. The caller authorizes. */
export async function measureImpact(tx: Reader, listingId: string): Promise<DecisionImpact> {
  const [impact] = await tx.execute<DecisionImpact & Record<string, unknown>>(sql`
    select installations, tenants, builds, updatable, need_consent as "needConsent", manual
    from measure_impact(${listingId})`);
  if (!impact) throw notFound("listing");
  return impact;
}

/** Impact of the approval of a version on installations of the versions below it. */
export interface ApprovalImpact extends Pick<DecisionImpact, "updatable" | "needConsent" | "manual"> {
  listingId: string;
}

/** Impact of a bulk approval, by listing. For Super Admins. @throws AppError `PERMISSION_DENIED` */
export async function listApprovalImpacts(
  ctx: Context,
  { listingIds }: { listingIds: readonly string[] },
): Promise<ApprovalImpact[]> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => [
    ...(await tx.execute<ApprovalImpact & Record<string, unknown>>(sql`
      select l.id as "listingId", updatable, need_consent as "needConsent", manual
      from listings l cross join lateral measure_impact(l.id)
      where l.id = any (${sql.param(`{${listingIds.join(",")}}`)}::uuid[])`)),
  ]);
}

export type SuspensionImpact = Pick<DecisionImpact, "installations" | "tenants" | "builds">;

/** Impact of the suspension of a tenant: installations of its approved versions. The caller authorizes, at all scopes. */
export async function measureSuspension(tx: Reader, tenantId: string): Promise<SuspensionImpact> {
  const [impact] = await tx.execute<SuspensionImpact & Record<string, unknown>>(sql`
    with own as (select id from listings where tenant_id = ${tenantId} and status = 'APPROVED'),
    installed as (
      select i.tenant_id from installations i join own on own.id = i.listing_id where i.tenant_id <> ${tenantId}
    )
    select (select count(*) from installed)::integer as installations,
      (select count(distinct tenant_id) from installed)::integer as tenants,
      (
        select count(*) from builds b join build_inputs frozen on frozen.build_id = b.id
        where b.finished_at is null and b.tenant_id <> ${tenantId} and exists (
          select from jsonb_array_elements(frozen.inputs) input join own on own.id = (input ->> 'listingId')::uuid
        )
      )::integer as builds`);
  return impact ?? { installations: 0, tenants: 0, builds: 0 };
}
