import { and, asc, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { installationDays, listings } from "@/db/schema/index.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { DAY_MS } from "@/shared/time.ts";
import type { ListingType } from "@/shared/vocabulary.ts";

/** Shown days, including today. */
const SHOWN_DAYS = 30;
const MAX_VERSIONS = 100;

/**
 * Counts the installations of each version for the day (UTC). The last count of a day stays; a version without an
 * installation gets a row only after one with some. A job runs this every ten minutes.
 */
export async function countInstallations(ctx: Context): Promise<void> {
  const day = dayOf(ctx.now().getTime());
  await writeUnaudited(ctx, (tx) =>
    tx.execute(sql`
      insert into installation_days as stored (tenant_id, listing_id, day, installations)
      select l.tenant_id, l.id, ${day}::date, counted.installations from (
        select listing_id, sum(installations)::integer as installations from (
          select listing_id, count(*) as installations from installations group by listing_id
          union all
          select distinct listing_id, 0 from installation_days where day >= ${day}::date - 1 and installations > 0
        ) each_version group by listing_id
      ) counted join listings l on l.id = counted.listing_id
      order by l.id
      on conflict (listing_id, day) do update set installations = excluded.installations
      where stored.installations <> excluded.installations`),
  );
}

/** Installations by day of the versions of one of the tenant's items, highest version first. Any member may read them. */
export async function listInstallationHistory(
  ctx: TenantContext,
  { type, slug }: { type: ListingType; slug: string },
) {
  const now = ctx.now().getTime();
  const days = Array.from({ length: SHOWN_DAYS }, (_, index) =>
    dayOf(now - (SHOWN_DAYS - 1 - index) * DAY_MS),
  );
  return read(ctx, async (tx) => {
    const versions = await tx
      .select({ listingId: listings.id, version: listings.version })
      .from(listings)
      .where(and(eq(listings.tenantId, ctx.tenant.id), eq(listings.type, type), eq(listings.slug, slug)))
      .orderBy(desc(listings.versionKey))
      .limit(MAX_VERSIONS);
    if (versions.length === 0) return [];
    const rows = await tx
      .select()
      .from(installationDays)
      .where(
        and(
          inArray(
            installationDays.listingId,
            versions.map(({ listingId }) => listingId),
          ),
          gte(installationDays.day, days[0] ?? dayOf(now)),
        ),
      )
      .orderBy(asc(installationDays.day));
    const counts = new Map(
      rows.map(({ listingId, day, installations }) => [`${listingId} ${day}`, installations]),
    );
    return versions
      .map(({ listingId, version }) => ({
        listingId,
        version,
        days: days.map((day) => counts.get(`${listingId} ${day}`) ?? 0),
      }))
      .filter(({ days: counted }) => counted.some((count) => count > 0));
  });
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
