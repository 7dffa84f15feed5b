import { sql } from "drizzle-orm";
import { requirePermission } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { queryAsTenant } from "../platform/mutate.ts";
import { pageOf } from "../platform/pagination.ts";
import { countedBuilds } from "./count.ts";
import type { BrowseBuilds } from "./input.ts";
import { newestBuilds } from "./newest.ts";
import { FACTS_ROW, type FactsRow, factsOfRow } from "./row.ts";
import type { CountedBuildPage } from "./view.ts";

/**
 * Builds of all apps of the tenant, newest first, and how many there are. Needs `BUILDS_READ`.
 *
 * One statement counts and reads the page, so what it counts is what it shows.
 *
 * @throws AppError `PERMISSION_DENIED`
 */
export async function browseBuilds(ctx: TenantContext, input: BrowseBuilds): Promise<CountedBuildPage> {
  requirePermission(ctx, "BUILDS_READ");
  const rows = await queryAsTenant<BrowsedRow>(
    ctx,
    (tenantId) => sql`
      select counted.total, page.*
      from (${countedBuilds(tenantId, input)}) counted
      left join lateral (
        select ${sql.raw(FACTS_ROW)}, a.name as app_name
        from ${newestBuilds({ ...input, tenantId, limit: input.limit + 1 })} newest
        join builds b on b.id = newest.id
        join apps a on a.id = b.app_id
        order by b.created_at desc, b.id desc
      ) page on true`,
  );
  const found = rows.filter((row) => row.id !== null);
  const { shown, nextCursor } = pageOf(found, input.limit, (row) => [new Date(row.created_at), row.id]);
  return {
    builds: shown.map((row) => ({ ...factsOfRow(row), app: { id: row.app_id, name: row.app_name } })),
    nextCursor,
    total: rows[0]?.total ?? 0,
  };
}

/** Where there are no builds, one row of nothing but the total. */
interface BrowsedRow extends FactsRow, Record<string, unknown> {
  total: number;
  app_name: string;
}
