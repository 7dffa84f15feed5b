import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client.ts";
import { themes } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { PreviewImage, STARTER_THEME, ThemeConfig, type ThemeLook } from "@/shared/plugin/theme-config.ts";

const PreviewImages = z.array(PreviewImage);

/** Parses a stored look. Missing or invalid fields become those of `STARTER_THEME`. */
export function parseLook(stored: { themeConfig?: unknown; previewImages?: unknown }): ThemeLook {
  const config = ThemeConfig.safeParse(stored.themeConfig);
  const images = PreviewImages.safeParse(stored.previewImages);
  return {
    themeConfig: config.success ? config.data : STARTER_THEME,
    previewImages: images.success ? images.data : [],
  };
}

/** Look in a listing; null for a plugin. */
export const parseListedLook = (stored: unknown): ThemeLook | null =>
  typeof stored === "object" && stored !== null ? parseLook(stored) : null;

/**
 * Snapshot of a theme's draft for a listing; sets the theme's last submitted version. The draft stays locked until the
 * transaction ends, so that the snapshot is consistent. Null without such a theme of the tenant.
 */
export async function snapshotLook(
  tx: Transaction,
  ctx: TenantContext,
  { themeId, version }: { themeId: string; version: string },
): Promise<ThemeLook | null> {
  const [draft] = await tx
    .update(themes)
    .set({ version })
    .where(and(eq(themes.id, themeId), eq(themes.tenantId, ctx.tenant.id)))
    .returning({ themeConfig: themes.themeConfig, previewImages: themes.previewImages });
  return draft ? parseLook(draft) : null;
}
