import { sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { foldAddress } from "@/server/core/account-fields.ts";
import { requirePermission, requireUser } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { TABLE_OF_TYPE } from "@/server/domains/items/entities/service.ts";
import { newestListings } from "@/server/domains/listings/listing-row.ts";
import { LISTING_TYPES } from "@/shared/vocabulary.ts";
import { findBest, MAX_SCANNED_ROWS, SCAN_LIMIT } from "./find-best.ts";
import { findBuilds } from "./find-builds.ts";
import type { Search } from "./input.ts";
import type { FoundApp, FoundEntity, FoundListing, FoundMember } from "./view.ts";

/**
 * Search of a tenant's apps, builds, plugins, themes, listings and members, for signed-in members. One bounded query for
 * each kind, in the tenant's scope of row-level security.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function searchTenant(ctx: TenantContext, input: Search) {
  requirePermission(ctx, "BUILDS_READ");
  const self = requireUser(ctx);
  const { search } = input;
  return read(ctx, async (tx) => {
    const [apps, builds, entities, listings, members] = await Promise.all([
      findApps(tx, ctx, search),
      findBuilds(tx, input, ctx.tenant.id),
      findEntities(tx, ctx, search),
      findListings(tx, ctx, search),
      findMembers(tx, ctx, foldAddress(search), self),
    ]);
    return { apps, builds, entities, listings, members };
  });
}

const findApps = (tx: Reader, ctx: TenantContext, search: string) =>
  findBest<FoundApp>(tx, search, {
    rows: sql`
      select id, slug, name, to_json(platforms) as platforms, archived_at is not null as "isArchived"
      from apps where tenant_id = ${ctx.tenant.id}::uuid order by id desc limit ${SCAN_LIMIT}`,
    texts: [sql`c.name`, sql`c.slug`],
    tieOrder: sql`c."isArchived", c.id desc`,
  });

function findEntities(tx: Reader, ctx: TenantContext, search: string) {
  const ofType = LISTING_TYPES.map(
    (type) => sql`(
      select id, ${type}::text as type, slug, name from ${TABLE_OF_TYPE[type]}
      where tenant_id = ${ctx.tenant.id}::uuid order by created_at desc limit ${SCAN_LIMIT})`,
  );
  return findBest<FoundEntity>(tx, search, {
    rows: sql.join(ofType, sql` union all `),
    texts: ENTITY_TEXTS,
    tieOrder: sql`c.id desc`,
  });
}

const findListings = (tx: Reader, ctx: TenantContext, search: string) =>
  findBest<FoundListing>(tx, search, {
    rows: sql`
      select id, type, slug, name, version, status, ${ctx.tenant.name}::text as publisher
      from listings
      where id in ${newestListings(sql`${ctx.tenant.id}::uuid`, { status: [], limit: MAX_SCANNED_ROWS })}`,
    texts: LISTING_TEXTS,
    tieOrder: sql`c.id desc`,
  });

/** Compared texts of a plugin or theme: its names and its address, `app-plugin/field-kit`. */
const ENTITY_TEXTS = [sql`c.name`, sql`c.slug`, sql`replace(c.type, '_', '-') || '/' || c.slug`];

/** Compared texts of a listing: "field-kit 1.2.0" and "field-kit@1.2.0" are one, too. */
export const LISTING_TEXTS = [
  ...ENTITY_TEXTS,
  sql`c.slug || '@' || c.version`,
  sql`c.name || ' ' || c.version`,
];

/** Members by name; by address only where the member may see it, so that a search does not confirm others' addresses. */
const findMembers = (tx: Reader, ctx: TenantContext, search: string, self: string) =>
  findBest<FoundMember>(tx, search, {
    rows: sql`
      select m.user_id as id, u.name, m.role,
        case when ${ctx.role === "OWNER"}::boolean or m.user_id = ${self}::uuid then u.email end as email
      from (
        select * from memberships where tenant_id = ${ctx.tenant.id}::uuid order by user_id desc limit ${SCAN_LIMIT}
      ) m
      join users u on u.id = m.user_id`,
    texts: [sql`c.name`, sql`c.email`],
    tieOrder: sql`c.name, c.id`,
  });
