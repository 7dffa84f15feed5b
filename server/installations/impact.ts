import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listings } from "@/db/schema/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { read } from "../platform/mutate.ts";

/** What a decision on a version touches, in numbers of all tenants. */
export interface DecisionImpact {
  /** Installations of the version, their tenants, and unfinished builds that carry it. */
  installations: number;
  tenants: number;
  builds: number;
  /** Installations of versions below it that its rollout can update, that lack consent, and that are updated by hand. */
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
export async function measureImpact(tx: Transaction, listingId: string): Promise<DecisionImpact> {
  const [impact] = await tx.execute<DecisionImpact & Record<string, unknown>>(sql`
    select installations, tenants, builds, updatable, need_consent as "needConsent", manual
    from measure_impact(${listingId})`);
  if (!impact) throw notFound("listing");
  return impact;
}
