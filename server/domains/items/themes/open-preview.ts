import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { listings, memberships, tenants, themePreviews } from "@/db/schema/index.ts";
import type { Context, UserActor } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { notFound } from "@/shared/errors.ts";
import { variantWidths } from "@/shared/plugin/images/limits.ts";
import { previewKey } from "./previews.ts";

/**
 * Opens a preview image. Access: everyone if it is in an approved listing; otherwise the members of its tenant, and Super
 * Admins if it is in a listing. Not found without access.
 * @throws AppError `NOT_FOUND`, `UNAVAILABLE`
 */
export async function openPreview(
  ctx: Context,
  viewer: UserActor | null,
  { previewId, width }: { previewId: string; width: number },
) {
  const isPublic = await read(ctx, async (tx) => {
    const [image] = await tx
      .select()
      .from(themePreviews)
      .where(and(eq(themePreviews.id, previewId), isNotNull(themePreviews.storedAt)));
    if (!image || !variantWidths(image.width).includes(width)) throw notFound("image");
    const usage = await findListings(tx, image);
    if (usage.isApproved) return true;
    const hasAccess =
      viewer && ((viewer.isSuperAdmin && usage.isListed) || (await isMember(tx, viewer, image)));
    if (!hasAccess) throw notFound("image");
    return false;
  });
  const object = await objectStore().get(previewKey(previewId, width));
  if (!object) throw notFound("image");
  return { ...object, isPublic };
}

async function findListings(
  tx: Reader,
  image: typeof themePreviews.$inferSelect,
): Promise<{ isListed: boolean; isApproved: boolean }> {
  const [found] = await tx
    .select({
      isListed: sql<boolean>`count(*) > 0`,
      isApproved: sql<boolean>`coalesce(bool_or(${listings.status} = 'APPROVED' and ${tenants.suspendedAt} is null), false)`,
    })
    .from(listings)
    .innerJoin(tenants, eq(tenants.id, listings.tenantId))
    .where(and(eq(listings.themeId, image.themeId), hasPreview(image.id)));
  return found ?? { isListed: false, isApproved: false };
}

async function isMember(tx: Reader, viewer: UserActor, { tenantId }: { tenantId: string }): Promise<boolean> {
  const [membership] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(
      and(
        eq(memberships.userId, viewer.userId),
        eq(memberships.tenantId, tenantId),
        isNull(tenants.suspendedAt),
      ),
    );
  return membership !== undefined;
}

export const hasPreview = (previewId: string) =>
  sql`${listings.themeLook} @> ${JSON.stringify({ previewImages: [{ id: previewId }] })}::text::jsonb`;
