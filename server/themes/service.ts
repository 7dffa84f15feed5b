import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { themes, users } from "@/db/schema/index.ts";
import type { ListEntities } from "../entities/input.ts";
import { getEntity, listEntities } from "../entities/list.ts";
import { requirePermission } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { AppError, notFound } from "../platform/errors.ts";
import { mutate, read } from "../platform/mutate.ts";
import type { SaveTheme } from "./input.ts";
import { readDraftLook } from "./look.ts";
import type { ThemeDetail, ThemePage, ThemeRevision } from "./view.ts";

/** The tenant's themes with their drafts, newest first. Any member may read them. */
export async function listThemes(
  ctx: TenantContext,
  input: Pick<ListEntities, "limit" | "cursor">,
): Promise<ThemePage> {
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
    themeConfig: readDraftLook(drafts.get(entity.id) ?? {}).themeConfig,
  }));
  return { themes: withDraft, nextCursor };
}

/** A theme of the tenant with its draft. Any member may read it. @throws AppError `NOT_FOUND` */
export async function getTheme(ctx: TenantContext, themeId: string): Promise<ThemeDetail> {
  const entity = await getEntity(ctx, { type: "THEME", entityId: themeId });
  const { theme, editor } = await read(ctx, (tx) => getThemeInTenant(tx, ctx, themeId));
  const { version, revision } = theme;
  return { ...entity, ...readDraftLook(theme), version, revision, editedBy: editor };
}

/** Whether the draft is still the one that an editor has open. Any member may know. @throws AppError `NOT_FOUND` */
export async function getRevision(ctx: TenantContext, themeId: string): Promise<ThemeRevision> {
  const { theme, editor } = await read(ctx, (tx) => getThemeInTenant(tx, ctx, themeId));
  return {
    revision: theme.revision,
    editedBy: editor,
    isOwn: "userId" in ctx.actor && theme.editedBy === ctx.actor.userId,
    updatedAt: theme.updatedAt.toISOString(),
  };
}

/**
 * Saves the draft of a theme over the revision that its editor started from. Whoever comes second is told who saved
 * before, and loses nothing: the draft stays as it is. Listings keep the look that they were submitted with.
 * Needs `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function saveTheme(ctx: TenantContext, input: SaveTheme): Promise<ThemeRevision> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return mutate(ctx, "theme.save", async (tx) => {
    const { theme, editor } = await getThemeInTenant(tx, ctx, input.themeId, "update");
    if (theme.revision !== input.revision) throw savedBefore(theme, editor);
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

/** The theme if it is the tenant's, with the name of who saved it last. @throws AppError `NOT_FOUND` */
export async function getThemeInTenant(
  tx: Transaction,
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

function savedBefore({ updatedAt }: { updatedAt: Date }, editor: string | null): AppError {
  return new AppError(
    "INVALID_TRANSITION",
    `${editor ?? "Somebody else"} saved this theme at ${updatedAt.toISOString()}, after you had opened it.`,
  );
}
