import { isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { tenants } from "@/db/schema/index.ts";

/** Whose an item or a listing is, from the joined tenant. */
export const PUBLISHER = {
  slug: tenants.slug,
  name: tenants.name,
  isSuspended: sql<boolean>`${isNotNull(tenants.suspendedAt)}`,
};

/** By the tenant's id and not through the join, so that an index of the tenant's own is read. */
export const isFrom = (slug: string | undefined, tenantId: PgColumn): SQL | undefined =>
  slug === undefined
    ? undefined
    : sql`${tenantId} = (select publisher.id from ${tenants} publisher where publisher.slug = ${slug})`;
