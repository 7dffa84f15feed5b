import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { appPlugins, slugClaims, systemPlugins, themes } from "@/db/schema/index.ts";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import type { TenantContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { isUuid } from "../text.ts";

/** Where entities of each type stand. */
export const TABLE_OF_TYPE = { APP_PLUGIN: appPlugins, THEME: themes, SYSTEM_PLUGIN: systemPlugins } as const;

/**
 * Makes sure that the entity which a listing refers to exists and is the tenant's.
 * @throws AppError `REFERENCE_NOT_FOUND` that names the field
 */
export async function requireEntity(
  tx: Transaction,
  ctx: TenantContext,
  reference: { type: ListingType; id: string; field: string },
): Promise<void> {
  const table = TABLE_OF_TYPE[reference.type];
  const [entity] = isUuid(reference.id)
    ? await tx
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.id, reference.id), eq(table.tenantId, ctx.tenant.id)))
    : [];
  if (entity) return;
  throw new AppError(
    "REFERENCE_NOT_FOUND",
    `${reference.field} names nothing that this tenant has registered.`,
    {
      problems: [{ path: reference.field, message: "names nothing that this tenant has registered" }],
    },
  );
}

/**
 * Takes a slug for a published entity, and with it the lock under which the slug's versions are judged until the
 * transaction ends. A slug stays with the tenant and the entity that it was published for first.
 * @throws AppError `SLUG_TAKEN`
 */
export async function claimSlug(
  tx: Transaction,
  ctx: TenantContext,
  claim: { type: ListingType; slug: string; entityId: string },
): Promise<void> {
  const claimed = await tx
    .insert(slugClaims)
    .values({ ...claim, tenantId: ctx.tenant.id, createdAt: ctx.now() })
    .onConflictDoUpdate({
      target: [slugClaims.type, slugClaims.slug],
      set: { entityId: claim.entityId },
      setWhere: sql`${slugClaims.tenantId} = excluded.tenant_id
        and (${slugClaims.entityId} is null or ${slugClaims.entityId} = excluded.entity_id)`,
    })
    .returning({ slug: slugClaims.slug });
  if (claimed.length > 0) return;
  throw slugTaken();
}

export const slugTaken = () =>
  new AppError("SLUG_TAKEN", "The slug belongs to another publisher or to another item of yours.", {
    problems: [{ path: "slug", message: "belongs to another publisher or to another item of yours" }],
  });
