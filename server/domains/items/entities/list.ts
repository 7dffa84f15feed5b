import { and, eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Reader } from "@/db/client.ts";
import { listings } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { olderThan, pageOf } from "@/server/core/pagination.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import type { ListingStatus, ListingType } from "@/shared/vocabulary.ts";
import type { EntityKey, ListEntities } from "./input.ts";
import { TABLE_OF_TYPE, toEntity } from "./service.ts";
import type { EntitySummary, EntityVersions } from "./view.ts";

/** Entities of the tenant with their versions, newest first. Any member may read them. */
export async function listEntities(ctx: TenantContext, input: ListEntities) {
  return read(ctx, async (tx) => {
    const [first, ...others] = [...new Set(input.type)].map((type) => {
      const { createdAt, id } = TABLE_OF_TYPE[type];
      return selectEntities(tx, ctx, type, olderThan(input.cursor, createdAt, id));
    });
    if (!first) return { entities: [], nextCursor: null };
    const [second, ...rest] = others;
    const all = second ? unionAll(first, second, ...rest) : first;
    const rows = await all.orderBy(sql`created_at desc, id desc`).limit(input.limit + 1);
    const { shown, nextCursor } = pageOf(rows, input.limit, ({ createdAt, id }) => [createdAt, id]);
    return { entities: await withVersions(tx, ctx, shown), nextCursor };
  });
}

/** Entity of the tenant with its versions. Any member may read it. @throws AppError `NOT_FOUND` */
export async function getEntity(ctx: TenantContext, { type, entityId }: EntityKey): Promise<EntitySummary> {
  return read(ctx, async (tx) => {
    const rows = await selectEntities(tx, ctx, type, eq(TABLE_OF_TYPE[type].id, entityId));
    const [entity] = await withVersions(tx, ctx, rows);
    if (!entity) throw notFound(type === "THEME" ? "theme" : "plugin");
    return entity;
  });
}

function selectEntities(tx: Reader, ctx: TenantContext, type: ListingType, where: SQL | undefined) {
  const table = TABLE_OF_TYPE[type];
  return tx
    .select({
      id: table.id,
      type: sql<ListingType>`${type}::text`.as("type"),
      slug: table.slug,
      name: table.name,
      description: table.description,
      tenantId: table.tenantId,
      createdAt: table.createdAt,
      updatedAt: table.updatedAt,
    })
    .from(table)
    .where(and(eq(table.tenantId, ctx.tenant.id), where))
    .$dynamic();
}

type EntityRow = Awaited<ReturnType<typeof selectEntities>>[number];

async function withVersions(tx: Reader, ctx: TenantContext, rows: EntityRow[]): Promise<EntitySummary[]> {
  const ids = rows.map(({ id }) => id);
  const versions = await findVersions(tx, ctx, ids);
  return rows.map((row) => ({ ...toEntity(row, row.type), ...(versions.get(row.id) ?? NO_VERSIONS) }));
}

const NO_VERSIONS: EntityVersions = { versions: 0, latest: null, approvedVersion: null };

async function findVersions(
  tx: Reader,
  ctx: TenantContext,
  ids: string[],
): Promise<Map<string, EntityVersions>> {
  if (ids.length === 0) return new Map();
  const entityId = sql<string>`coalesce(${listings.appPluginId}, ${listings.themeId}, ${listings.systemPluginId})`;
  const newest = sql`order by ${listings.submittedAt} desc, ${listings.id} desc`;
  const rows = await tx
    .select({
      entityId,
      versions: sql<number>`count(*)::int`,
      listingId: sql<string>`(array_agg(${listings.id} ${newest}))[1]`,
      version: sql<string>`(array_agg(${listings.version} ${newest}))[1]`,
      status: sql<ListingStatus>`(array_agg(${listings.status} ${newest}))[1]`,
      submittedAt: sql<Date>`max(${listings.submittedAt})`.mapWith(listings.submittedAt),
      approvedVersion: sql<
        string | null
      >`(array_agg(${listings.version} order by current_rank(${listings.versionKey}) desc)
        filter (where ${listings.status} = 'APPROVED'))[1]`,
    })
    .from(listings)
    .where(and(eq(listings.tenantId, ctx.tenant.id), sql`${entityId} in ${ids}`))
    .groupBy(entityId);
  return new Map(
    rows.map(({ entityId: id, versions, approvedVersion, submittedAt, ...latest }) => [
      id,
      { versions, approvedVersion, latest: { ...latest, submittedAt: submittedAt.toISOString() } },
    ]),
  );
}
