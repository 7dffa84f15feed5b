import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { slugClaims } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { mutate, withTransaction } from "@/server/core/transactions.ts";
import { invalidTransition } from "@/shared/errors.ts";
import type { RegisterEntity } from "./input.ts";
import { slugTaken, TABLE_OF_TYPE, toEntity } from "./service.ts";
import type { Entity } from "./view.ts";

/** Plugins and themes of all types per tenant. */
const MAX_ENTITIES = 200;

/**
 * Registers a plugin or theme under a slug, which is then the tenant's for this type. Idempotent: an entity that the tenant
 * registered under the slug is returned as it is. Needs `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `SLUG_TAKEN`, `INVALID_TRANSITION` at the limit of plugins and themes
 */
export async function registerEntity(
  ctx: TenantContext,
  input: RegisterEntity,
): Promise<{ entity: Entity; isNew: boolean }> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const publishedId = await claimSlug(tx, ctx, input);
    const existing = await findBySlug(tx, ctx, input);
    if (existing) return { entity: toEntity(existing, input.type), isNew: false };
    // Another entity of the tenant was published under the slug.
    if (publishedId) throw slugTaken();
    await requireCapacity(tx, ctx);
    return { entity: await insertEntity(joined, input), isNew: true };
  });
}

function insertEntity(
  ctx: TenantContext,
  { type, slug, name, description }: RegisterEntity,
): Promise<Entity> {
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
    if (!row) throw new Error("the entity was not inserted");
    return {
      result: toEntity(row, type),
      audit: { type: "entity", id: row.id, tenantId: ctx.tenant.id, after: { type, slug, name } },
    };
  });
}

/** The lock serializes registrations of a tenant, so that concurrent ones cannot exceed the limit together. */
async function requireCapacity(tx: Transaction, { tenant }: TenantContext): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`entities ${tenant.id}`}, 0))`);
  const counts = await Promise.all(
    Object.values(TABLE_OF_TYPE).map((table) => tx.$count(table, eq(table.tenantId, tenant.id))),
  );
  if (counts.reduce((sum, count) => sum + count, 0) < MAX_ENTITIES) return;
  throw invalidTransition(`A workspace can have at most ${MAX_ENTITIES} plugins and themes.`);
}

/** Claims the slug for the tenant. @returns the entity that was first published under it @throws AppError `SLUG_TAKEN` */
async function claimSlug(
  tx: Transaction,
  ctx: TenantContext,
  { type, slug }: RegisterEntity,
): Promise<string | null> {
  const isSlug = and(eq(slugClaims.type, type), eq(slugClaims.slug, slug));
  await tx
    .insert(slugClaims)
    .values({ type, slug, tenantId: ctx.tenant.id, createdAt: ctx.now() })
    .onConflictDoNothing();
  // Serializes concurrent registrations: the second finds the entity of the first.
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
