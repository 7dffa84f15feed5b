import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { slugClaims } from "@/db/schema/index.ts";
import { requirePermission } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { mutate, withTransaction } from "../platform/mutate.ts";
import type { RegisterEntity } from "./input.ts";
import { slugTaken, TABLE_OF_TYPE } from "./service.ts";
import type { EntityView } from "./view.ts";

/**
 * Registers a plugin or theme under a slug of its type, which from then on is the tenant's. What the tenant has
 * registered before under that slug is given back as it is. Needs `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `SLUG_TAKEN`
 */
export async function registerEntity(
  ctx: TenantContext,
  input: RegisterEntity,
): Promise<{ entity: EntityView; isNew: boolean }> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const claimedFor = await claimForTenant(tx, ctx, input);
    const known = await findBySlug(tx, ctx, input);
    if (known) return { entity: viewOf(known, input.type), isNew: false };
    // The slug is the tenant's, but another of its items was published under it.
    if (claimedFor) throw slugTaken();
    return { entity: await insertEntity(joined, input), isNew: true };
  });
}

function insertEntity(
  ctx: TenantContext,
  { type, slug, name, description }: RegisterEntity,
): Promise<EntityView> {
  return mutate(ctx, "entity.register", async (tx) => {
    const now = ctx.now();
    const [row] = await tx
      .insert(TABLE_OF_TYPE[type])
      .values({
        id: ctx.newId(),
        tenantId: ctx.tenant.id,
        slug,
        name,
        description: description ?? null,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) throw new Error("the entity was not stored");
    return {
      result: viewOf(row, type),
      audit: { type: "entity", id: row.id, tenantId: ctx.tenant.id, after: { type, slug, name } },
    };
  });
}

/** Makes the slug the tenant's, or finds that it is; gives the entity that was published under it first, if one was. */
async function claimForTenant(
  tx: Transaction,
  ctx: TenantContext,
  { type, slug }: RegisterEntity,
): Promise<string | null> {
  const isSlug = and(eq(slugClaims.type, type), eq(slugClaims.slug, slug));
  await tx
    .insert(slugClaims)
    .values({ type, slug, tenantId: ctx.tenant.id, createdAt: ctx.now() })
    .onConflictDoNothing();
  // Of two who register at once the second waits here, and then finds what the first has registered.
  const [claim] = await tx.select().from(slugClaims).where(isSlug).for("update");
  if (claim?.tenantId !== ctx.tenant.id) throw slugTaken();
  return claim.entityId;
}

async function findBySlug(tx: Transaction, ctx: TenantContext, { type, slug }: RegisterEntity) {
  const table = TABLE_OF_TYPE[type];
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.slug, slug), eq(table.tenantId, ctx.tenant.id)));
  return row ?? null;
}

function viewOf(
  row: {
    id: string;
    slug: string;
    name: string;
    description: string | null;
    tenantId: string;
    createdAt: Date;
  },
  type: RegisterEntity["type"],
): EntityView {
  const { id, slug, name, description, tenantId, createdAt } = row;
  return { id, type, slug, name, description, tenantId, createdAt: createdAt.toISOString() };
}
