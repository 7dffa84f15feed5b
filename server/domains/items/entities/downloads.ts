import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { listingDownloadDays, listingDownloads, listings } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { DAY_MS } from "@/shared/time.ts";
import type { EntityDownloads as EntityDownloadsInput } from "./input.ts";
import { getEntity } from "./list.ts";
import type { EntityDownloads } from "./view.ts";

/**
 * Downloads of an entity of the tenant by version and day (UTC), over all its slugs, without versions that were never public.
 * Any member may read them. @throws AppError `NOT_FOUND`
 */
export async function getEntityDownloads(
  ctx: TenantContext,
  { type, entityId, days }: EntityDownloadsInput,
): Promise<EntityDownloads> {
  await getEntity(ctx, { type, entityId });
  const dates = Array.from({ length: days }, (_, index) =>
    new Date(ctx.now().getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  return read(ctx, async (tx) => {
    const versions = await tx
      .select({
        listingId: listings.id,
        slug: listings.slug,
        version: listings.version,
        status: listings.status,
        total: sql<number>`coalesce(${listingDownloads.count}, 0)`.mapWith(Number),
      })
      .from(listings)
      .leftJoin(listingDownloads, eq(listingDownloads.listingId, listings.id))
      .where(
        and(
          eq(listings.tenantId, ctx.tenant.id),
          eq(listings.type, type),
          sql`coalesce(${listings.appPluginId}, ${listings.themeId}, ${listings.systemPluginId}) = ${entityId}`,
          sql`(${listings.status} = 'APPROVED' or ${listingDownloads.count} > 0)`,
        ),
      )
      .orderBy(desc(listings.versionKey));
    const ids = versions.map(({ listingId }) => listingId);
    const rows =
      ids.length === 0
        ? []
        : await tx
            .select()
            .from(listingDownloadDays)
            .where(
              and(inArray(listingDownloadDays.listingId, ids), gte(listingDownloadDays.day, dates[0] ?? "")),
            );
    const counts = new Map(rows.map(({ listingId, day, count }) => [`${listingId} ${day}`, count]));
    return {
      dates,
      versions: versions.map((version) => ({
        ...version,
        counts: dates.map((day) => counts.get(`${version.listingId} ${day}`) ?? 0),
      })),
    };
  });
}
