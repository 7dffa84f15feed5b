import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client.ts";
import { themes } from "@/db/schema/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { PreviewImage, STARTER_THEME, ThemeConfig, type ThemeLook } from "./input.ts";

const PreviewImages = z.array(PreviewImage);

/** A look as it is stored, of a draft or of a listing. What nobody has made yet looks as every theme does at first. */
export function readDraftLook(stored: { themeConfig?: unknown; previewImages?: unknown }): ThemeLook {
  const config = ThemeConfig.safeParse(stored.themeConfig);
  const images = PreviewImages.safeParse(stored.previewImages);
  return {
    themeConfig: config.success ? config.data : STARTER_THEME,
    previewImages: images.success ? images.data : [],
  };
}

/** The look that a listing keeps; null where it is of no theme. */
export const readPublishedLook = (stored: unknown): ThemeLook | null =>
  typeof stored === "object" && stored !== null ? readDraftLook(stored) : null;

/**
 * Notes that a version of the theme is submitted and gives the look that its listing keeps from now on. The draft is
 * locked until the transaction ends, so that no half-saved look is submitted. Null where the tenant has no such theme.
 */
export async function freezeLook(
  tx: Transaction,
  ctx: TenantContext,
  { themeId, version }: { themeId: string; version: string },
): Promise<ThemeLook | null> {
  const [draft] = await tx
    .update(themes)
    .set({ version })
    .where(and(eq(themes.id, themeId), eq(themes.tenantId, ctx.tenant.id)))
    .returning({ themeConfig: themes.themeConfig, previewImages: themes.previewImages });
  return draft ? readDraftLook(draft) : null;
}
