import { isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { tenants } from "@/db/schema/index.ts";

/** Whose an item or a listing is, from the joined tenant. */
export const PUBLISHER = {
  slug: tenants.slug,
  name: tenants.name,
  isSuspended: sql<boolean>`${isNotNull(tenants.suspendedAt)}`,
};

/** The id of the tenant of that name, none where there is none. */
export const publisherId = (slug: string): SQL =>
  sql`(select publisher.id from ${tenants} publisher where publisher.slug = ${slug})`;

/** By the tenant's id and not through the join, so that an index of the tenant's own is read. */
export const isFrom = (slug: string | undefined, tenantId: PgColumn): SQL | undefined =>
  slug === undefined ? undefined : sql`${tenantId} = ${publisherId(slug)}`;
