import { and, inArray, type SQL, sql } from "drizzle-orm";
import { apps, buildSources, memberships, users } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { queryAsTenant, read } from "@/server/core/transactions.ts";
import { newestBuilds } from "../filters.ts";
import type { BrowseBuilds } from "../input.ts";
import { countFacets, type Facet, type FacetRow, MAX_FACET_BUILDS } from "./policy.ts";

/** Value of a filter with its number of builds. */
export interface LabelledValue {
  value: string;
  label: string;
  builds: number;
}

export interface BuildFacets {
  values: Record<Facet, LabelledValue[]>;
  /** True if the tenant has more builds in the period than are counted. */
  isCapped: boolean;
}

/**
 * Values of the filters of a tenant's builds, with counts over the newest builds of the period. Each count is of the builds
 * that pass all other filters but the text. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function listFacets(ctx: TenantContext, input: BrowseBuilds): Promise<BuildFacets> {
  requirePermission(ctx, "BUILDS_READ");
  const { since, until } = input;
  const rows = await queryAsTenant<FacetRow>(
    ctx,
    (tenantId) => sql`
      select b.status, b.platform, b.app_id as "appId", b.git_ref as "gitRef", b.version, b.worker_id as "workerId",
        b.created_by as "createdBy"
      from ${newestBuilds({ tenantId, since, until, limit: MAX_FACET_BUILDS + 1 })} newest
      join builds b on b.id = newest.id`,
  );
  const counts = countFacets(rows, {
    status: input.status,
    platform: input.platform,
    ...(input.appId && { appId: [input.appId] }),
    ...(input.gitRef && { gitRef: [input.gitRef] }),
    ...(input.version && { version: [input.version] }),
    ...(input.workerId && { workerId: [input.workerId] }),
    ...(input.createdBy && { createdBy: [input.createdBy] }),
  });
  const names = await read(ctx, async (tx) => {
    const idsOf = (facet: Facet) => counts[facet].map(({ value }) => value);
    const [ownApps, people] = [
      await tx
        .select({ id: apps.id, name: apps.name })
        .from(apps)
        .where(inArray(apps.id, idsOf("appId"))),
      await tx
        .select({ id: users.id, name: users.name })
        .from(users)
        .where(and(inArray(users.id, idsOf("createdBy")), isKnownTo(ctx))),
    ];
    return new Map([...ownApps, ...people].map(({ id, name }) => [id, name]));
  });
  const labelled = Object.entries(counts).map(([facet, values]) => [
    facet,
    values.map(({ value, builds }) => ({ value, builds, label: names.get(value) ?? value })),
  ]);
  return { values: Object.fromEntries(labelled), isCapped: rows.length > MAX_FACET_BUILDS };
}

/** Condition for users whose names the tenant knows: members, and those who queued its builds. A filter may name anybody. */
const isKnownTo = ({ tenant }: TenantContext): SQL => sql`(
  exists (select from ${memberships} m where m.tenant_id = ${tenant.id} and m.user_id = ${users.id})
  or exists (select from ${buildSources} s where s.tenant_id = ${tenant.id} and s.created_by = ${users.id})
)`;
