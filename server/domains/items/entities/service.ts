import { and, eq, inArray } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { appPlugins, systemPlugins, themes } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import type { ListingType } from "@/shared/vocabulary.ts";
import type { EditEntity } from "./input.ts";
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

/**
 * Changes the name and description of a registered plugin or theme, not the names of its submitted versions. Needs
 * `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function editEntity(ctx: TenantContext, input: EditEntity): Promise<Entity> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  const { type, entityId, name } = input;
  const description = input.description === "" ? null : input.description;
  const table = TABLE_OF_TYPE[type];
  const isOwn = and(eq(table.id, entityId), eq(table.tenantId, ctx.tenant.id));
  return mutate(ctx, "entity.edit", async (tx) => {
    const [before] = await tx.select().from(table).where(isOwn).for("update");
    if (!before) throw notFound(type === "THEME" ? "theme" : "plugin");
    const [after] = await tx
      .update(table)
      .set({ name, description, updatedAt: ctx.now() })
      .where(isOwn)
      .returning();
    if (!after) throw notFound("entity");
    return {
      result: toEntity(after, type),
      audit: {
        type: "entity",
        id: entityId,
        tenantId: ctx.tenant.id,
        before: { name: before.name, description: before.description },
        after: { name, description },
      },
    };
  });
}
