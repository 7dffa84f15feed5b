import { eq, inArray } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { appPlugins, systemPlugins, themes } from "@/db/schema/index.ts";
import { AppError } from "@/shared/errors.ts";
import type { ListingType } from "@/shared/vocabulary.ts";
import type { Entity } from "./view.ts";

export const TABLE_OF_TYPE = { APP_PLUGIN: appPlugins, THEME: themes, SYSTEM_PLUGIN: systemPlugins } as const;

/** View of a row of `TABLE_OF_TYPE[type]`. */
export const toEntity = (
  row: Omit<Entity, "type" | "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date },
  type: ListingType,
): Entity => ({
  id: row.id,
  type,
  slug: row.slug,
  name: row.name,
  description: row.description,
  tenantId: row.tenantId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const slugTaken = () =>
  new AppError("SLUG_TAKEN", "The slug is taken by another publisher or by another of your items.", {
    problems: [{ path: "slug", message: "is taken by another publisher or by another of your items" }],
  });

export async function findEntityType(tx: Transaction, id: string): Promise<ListingType | null> {
  for (const [type, table] of Object.entries(TABLE_OF_TYPE) as [ListingType, typeof appPlugins][]) {
    const [entity] = await tx.select({ id: table.id }).from(table).where(eq(table.id, id));
    if (entity) return type;
  }
  return null;
}

/** Names of entities of any tenant, by id. Not restricted, as items for sale are public. */
export async function listEntityNames(tx: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (ids.length === 0) return names;
  for (const table of Object.values(TABLE_OF_TYPE) as (typeof appPlugins)[]) {
    const found = await tx
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(inArray(table.id, [...ids]));
    for (const { id, name } of found) names.set(id, name);
  }
  return names;
}
