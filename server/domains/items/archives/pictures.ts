import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { archiveObjects, archives, listings, memberships, tenants } from "@/db/schema/index.ts";
import type { Context, TenantContext, UserActor } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import { createFindings } from "@/shared/plugin/findings.ts";
import { variantWidths } from "@/shared/plugin/images/limits.ts";
import { limitsOf, type SourcePicture } from "@/shared/plugin/media.ts";
import { type PreparedImage, prepareImage } from "../image.ts";

/** Picture of a stored archive, re-encoded. Its position in the list is its index in URLs and keys. */
export const StoredPicture = z.object({
  kind: z.enum(["icon", "screenshot", "readme"]),
  path: z.string(),
  alt: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});
export type StoredPicture = z.output<typeof StoredPicture>;

const StoredPictures = z.array(StoredPicture).catch([]);

interface PreparedPicture {
  picture: StoredPicture;
  variants: PreparedImage["variants"];
}

/** Start of the keys of an archive's pictures. */
export const picturePrefix = (sha256: string): string => `pictures/${sha256}/`;

export const pictureKey = (sha256: string, index: number, width: number): string =>
  `${picturePrefix(sha256)}${index}/${width}.webp`;

/** Picture with the URL path of its widths (`{path}/{width}`) and that of its full width. */
export interface LinkedPicture extends StoredPicture {
  variantsUrl: string;
  url: string;
}

export function listPictures(sha256: string, stored: unknown): LinkedPicture[] {
  return StoredPictures.parse(stored ?? []).map((picture, index) => {
    const variantsUrl = `/api/pictures/${sha256}/${index}`;
    return { ...picture, variantsUrl, url: `${variantsUrl}/${picture.width}` };
  });
}

/**
 * Decodes and re-encodes the pictures of an archive, which drops metadata and hidden data. A picture of the README that
 * cannot be decoded is left out.
 * @throws AppError `ARCHIVE_REJECTED` with every other that cannot be decoded; `UNAVAILABLE` if too many images are processed
 */
export async function preparePictures(sources: readonly SourcePicture[]): Promise<PreparedPicture[]> {
  const findings = createFindings();
  const prepared: PreparedPicture[] = [];
  for (const source of sources) {
    const { kind, path, alt, bytes } = source;
    try {
      const { variants, width, height } = await prepareImage(bytes, limitsOf(source));
      prepared.push({ picture: { kind, path, alt, width, height }, variants });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "VALIDATION_FAILED") throw error;
      if (kind !== "readme") findings.add(path, error.problems?.[0]?.message ?? "cannot be decoded");
    }
  }
  findings.throwIfAny();
  return prepared;
}

/** Stores prepared pictures. Their row is written first, so that the garbage collector finds the objects. */
export async function storePictures(
  ctx: TenantContext,
  sha256: string,
  prepared: readonly PreparedPicture[],
): Promise<StoredPicture[]> {
  const pictures = prepared.map(({ picture }) => picture);
  if (pictures.length === 0) return pictures;
  await writeUnaudited(ctx, (tx) =>
    tx.update(archiveObjects).set({ pictures }).where(eq(archiveObjects.sha256, sha256)),
  );
  for (const [index, { variants }] of prepared.entries()) {
    for (const { width, bytes } of variants) {
      await objectStore().put(pictureKey(sha256, index, width), singleChunk(bytes));
    }
  }
  return pictures;
}

export const listPictureKeys = (sha256: string, stored: unknown): string[] =>
  StoredPictures.parse(stored).flatMap(({ width }, index) =>
    variantWidths(width).map((variant) => pictureKey(sha256, index, variant)),
  );

/**
 * Opens a picture. Access: everyone if its archive is in an approved listing; otherwise members of a tenant that uploaded
 * it, and Super Admins. Not found without access.
 * @throws AppError `NOT_FOUND`, `UNAVAILABLE`
 */
export async function openPicture(
  ctx: Context,
  viewer: UserActor | null,
  { sha256, index, width }: { sha256: string; index: number; width: number },
) {
  const isPublic = await read(ctx, async (tx) => {
    const [object] = await tx
      .select({ pictures: archiveObjects.pictures })
      .from(archiveObjects)
      .where(eq(archiveObjects.sha256, sha256));
    const picture = StoredPictures.parse(object?.pictures ?? [])[index];
    if (!picture || !variantWidths(picture.width).includes(width)) throw notFound("picture");
    const approved = await tx
      .select({ id: listings.id })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .where(
        and(eq(listings.archiveSha256, sha256), eq(listings.status, "APPROVED"), isNull(tenants.suspendedAt)),
      )
      .limit(1);
    if (approved.length > 0) return true;
    if (viewer?.isSuperAdmin) return false;
    const owned = viewer
      ? await tx
          .select({ sha256: archives.sha256 })
          .from(archives)
          .innerJoin(memberships, eq(memberships.tenantId, archives.tenantId))
          .where(and(eq(archives.sha256, sha256), eq(memberships.userId, viewer.userId)))
          .limit(1)
      : [];
    if (owned.length === 0) throw notFound("picture");
    return false;
  });
  const object = await objectStore().get(pictureKey(sha256, index, width));
  if (!object) throw notFound("picture");
  return { ...object, isPublic };
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
