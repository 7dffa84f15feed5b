import { and, eq, inArray } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { themes, users } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { type AppError, invalidTransition, notFound } from "@/shared/errors.ts";
import type { PreviewImage, SaveTheme, ThemeConfig } from "@/shared/plugin/theme-config.ts";
import type { ListEntities } from "../entities/input.ts";
import { getEntity, listEntities } from "../entities/list.ts";
import type { EntitySummary } from "../entities/view.ts";
import { parseLook } from "./look.ts";

/** Themes of the tenant with their drafts, newest first. Any member may read them. */
export async function listThemes(ctx: TenantContext, input: Pick<ListEntities, "limit" | "cursor">) {
  const { entities, nextCursor } = await listEntities(ctx, { ...input, type: ["THEME"] });
  const ids = entities.map(({ id }) => id);
  const rows = await read(ctx, (tx) =>
    tx
      .select({ id: themes.id, themeConfig: themes.themeConfig })
      .from(themes)
      .where(and(eq(themes.tenantId, ctx.tenant.id), inArray(themes.id, ids))),
  );
  const drafts = new Map(rows.map((row) => [row.id, row]));
  const withDraft = entities.map((entity) => ({
    ...entity,
    themeConfig: parseLook(drafts.get(entity.id) ?? {}).themeConfig,
  }));
  return { themes: withDraft, nextCursor };
}

/** Theme of the tenant with its draft. Any member may read it. @throws AppError `NOT_FOUND` */
export async function getTheme(ctx: TenantContext, themeId: string): Promise<ThemeDetail> {
  const entity = await getEntity(ctx, { type: "THEME", entityId: themeId });
  const { theme, editor } = await read(ctx, (tx) => getThemeInTenant(tx, ctx, themeId));
  const { version, revision } = theme;
  return { ...entity, ...parseLook(theme), version, revision, editedBy: editor };
}

/** Current revision of the draft, which an open editor polls. Any member may read it. @throws AppError `NOT_FOUND` */
export async function getRevision(ctx: TenantContext, themeId: string) {
  const { theme, editor } = await read(ctx, (tx) => getThemeInTenant(tx, ctx, themeId));
  return {
    revision: theme.revision,
    editedBy: editor,
    isOwn: "userId" in ctx.actor && theme.editedBy === ctx.actor.userId,
    updatedAt: theme.updatedAt.toISOString(),
  };
}

/**
 * Saves the draft of a theme, with optimistic locking: a save over a newer revision is refused. Listings keep their snapshot.
 * Needs `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function saveTheme(ctx: TenantContext, input: SaveTheme) {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return mutate(ctx, "theme.save", async (tx) => {
    const { theme, editor } = await getThemeInTenant(tx, ctx, input.themeId, "update");
    if (theme.revision !== input.revision) throw revisionConflict(editor);
    const now = ctx.now();
    const revision = theme.revision + 1;
    const editedBy = "userId" in ctx.actor ? ctx.actor.userId : null;
    await tx
      .update(themes)
      .set({ themeConfig: input.themeConfig, revision, editedBy, updatedAt: now })
      .where(eq(themes.id, theme.id));
    const { name } = ctx.actor.kind === "user" ? ctx.actor : { name: null };
    return {
      result: { revision, editedBy: name, isOwn: true, updatedAt: now.toISOString() },
      audit: {
        type: "entity",
        id: theme.id,
        tenantId: ctx.tenant.id,
        before: { revision: theme.revision, themeConfig: theme.themeConfig },
        after: { revision, themeConfig: input.themeConfig },
      },
    };
  });
}

/** Theme of the tenant, with the name of its last editor. @throws AppError `NOT_FOUND` */
export async function getThemeInTenant(
  tx: Reader,
  ctx: TenantContext,
  themeId: string,
  lock?: "update",
): Promise<{ theme: typeof themes.$inferSelect; editor: string | null }> {
  const found = tx
    .select({ theme: themes, editor: users.name })
    .from(themes)
    .leftJoin(users, eq(users.id, themes.editedBy))
    .where(and(eq(themes.id, themeId), eq(themes.tenantId, ctx.tenant.id)));
  const [row] = await (lock ? found.for(lock, { of: themes }) : found);
  if (!row) throw notFound("theme");
  return row;
}

function revisionConflict(editor: string | null): AppError {
  return invalidTransition(`${editor ?? "Another member"} saved this theme after you opened it.`);
}

export interface ThemeDetail extends EntitySummary {
  /** Last submitted version; 0.0.0 before the first. */
  version: string;
  themeConfig: ThemeConfig;
  previewImages: PreviewImage[];
  /** Number of the saved draft, for optimistic locking. */
  revision: number;
  editedBy: string | null;
}
