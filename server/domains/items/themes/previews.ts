import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { themePreviews, themes } from "@/db/schema/index.ts";
import type { AuditAction } from "@/server/core/audit.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "@/server/core/timeouts.ts";
import { mutate, read, writeUnaudited } from "@/server/core/transactions.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { MAX_PREVIEWS } from "@/shared/bounds.ts";
import { AppError, notFound, validationFailed } from "@/shared/errors.ts";
import { IMAGE_LIMITS } from "@/shared/plugin/images/limits.ts";
import type { EditPreview, PreviewImage, RemovePreview } from "@/shared/plugin/theme-config.ts";
import { formatSizeLimit } from "@/shared/text/format.ts";
import { prepareImage } from "../image.ts";
import { parseLook } from "./look.ts";
import { getThemeInTenant } from "./service.ts";

export const previewKey = (previewId: string, width: number): string => `previews/${previewId}/${width}.webp`;

/**
 * Appends an image to a theme's draft. Needs `MARKETPLACE_PUBLISH`. The upload is re-encoded and stored in several widths
 * before it is attached to the draft; an upload that breaks in between is garbage-collected after a day.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `PAYLOAD_TOO_LARGE`; `VALIDATION_FAILED` for an invalid image, or at
 * `MAX_PREVIEWS`; `UNAVAILABLE` without the object store
 */
export async function addPreview(
  ctx: TenantContext,
  input: { themeId: string; altText: string; bytes: AsyncIterable<Uint8Array> },
): Promise<PreviewImage> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  const { themeId, altText } = input;
  const { theme } = await withTimeout(
    read(ctx, (tx) => getThemeInTenant(tx, ctx, themeId)),
    RESPONSE_TIMEOUT_MS,
  );
  requireCapacity(parseLook(theme).previewImages);
  const { width, height, variants } = await prepareImage(await readImage(input.bytes));
  const image: PreviewImage = { id: ctx.newId(), altText, width, height };
  await withTimeout(insertDetached(ctx, theme.id, image), RESPONSE_TIMEOUT_MS);
  for (const variant of variants) {
    await objectStore().put(previewKey(image.id, variant.width), singleChunk(variant.bytes));
  }
  return withTimeout(attachPreview(ctx, theme.id, image), RESPONSE_TIMEOUT_MS);
}

/**
 * Changes the alternative text or the position of an image. Needs `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export function editPreview(ctx: TenantContext, input: EditPreview): Promise<PreviewImage[]> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return changePreviews(ctx, "theme.edit_preview", input.themeId, async (_tx, images) => {
    const image = images.find(({ id }) => id === input.previewId);
    if (!image) throw notFound("image");
    const others = images.filter((other) => other !== image);
    const position = input.position ?? images.indexOf(image);
    return others.toSpliced(position, 0, { ...image, altText: input.altText ?? image.altText });
  });
}

/**
 * Removes an image from a theme's draft. Listings keep it; without one it is deleted after a day. Needs
 * `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export function removePreview(ctx: TenantContext, input: RemovePreview): Promise<PreviewImage[]> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return changePreviews(ctx, "theme.remove_preview", input.themeId, async (tx, images) => {
    const left = images.filter(({ id }) => id !== input.previewId);
    if (left.length === images.length) throw notFound("image");
    await tx
      .update(themePreviews)
      .set({ detachedAt: ctx.now() })
      .where(eq(themePreviews.id, input.previewId));
    return left;
  });
}

function insertDetached(
  ctx: TenantContext,
  themeId: string,
  { id, width, height }: PreviewImage,
): Promise<unknown> {
  const now = ctx.now();
  return writeUnaudited(ctx, (tx) =>
    tx.insert(themePreviews).values({
      id,
      tenantId: ctx.tenant.id,
      themeId,
      width,
      height,
      createdAt: now,
      detachedAt: now,
    }),
  );
}

async function attachPreview(
  ctx: TenantContext,
  themeId: string,
  image: PreviewImage,
): Promise<PreviewImage> {
  await changePreviews(ctx, "theme.add_preview", themeId, async (tx, images) => {
    requireCapacity(images);
    const [row] = await tx
      .update(themePreviews)
      .set({ storedAt: ctx.now(), detachedAt: null })
      .where(eq(themePreviews.id, image.id))
      .returning();
    if (!row) throw new AppError("UNAVAILABLE", "The upload timed out. Try again.");
    return [...images, image];
  });
  return image;
}

function changePreviews(
  ctx: TenantContext,
  action: AuditAction,
  themeId: string,
  change: (tx: Transaction, images: PreviewImage[]) => Promise<PreviewImage[]>,
): Promise<PreviewImage[]> {
  return mutate(ctx, action, async (tx) => {
    const { theme } = await getThemeInTenant(tx, ctx, themeId, "update");
    const before = parseLook(theme).previewImages;
    const after = await change(tx, before);
    await tx
      .update(themes)
      .set({ previewImages: after })
      .where(and(eq(themes.id, theme.id), eq(themes.tenantId, ctx.tenant.id)));
    return {
      result: after,
      audit: {
        type: "entity",
        id: theme.id,
        tenantId: ctx.tenant.id,
        before: { previewImages: before },
        after: { previewImages: after },
      },
    };
  });
}

function requireCapacity(images: readonly PreviewImage[]): void {
  if (images.length < MAX_PREVIEWS) return;
  throw validationFailed([{ path: "image", message: `must have at most ${MAX_PREVIEWS} images per theme` }]);
}

async function readImage(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > IMAGE_LIMITS.bytes) {
      throw new AppError(
        "PAYLOAD_TOO_LARGE",
        `An image must be at most ${formatSizeLimit(IMAGE_LIMITS.bytes)}.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
