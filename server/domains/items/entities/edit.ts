import { and, eq } from "drizzle-orm";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import type { EditEntity } from "./input.ts";
import { TABLE_OF_TYPE, toEntity } from "./service.ts";
import type { Entity } from "./view.ts";

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
