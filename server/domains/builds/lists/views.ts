import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { buildViews, memberships } from "@/db/schema/index.ts";
import { requirePermission, requireUser } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { MAX_VIEW_NAME_LENGTH } from "@/shared/bounds.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import { plainText, reference, singleLineText } from "@/shared/text/text.ts";

export const MAX_VIEWS = 20;

/** Own views of the tenant's builds, by name. Needs `BUILDS_READ`. @throws AppError `PERMISSION_DENIED` */
export async function listViews(ctx: TenantContext) {
  requirePermission(ctx, "BUILDS_READ");
  return read(ctx, (tx) =>
    tx
      .select({ id: buildViews.id, name: buildViews.name, query: buildViews.query })
      .from(buildViews)
      .where(isOwn(ctx))
      .orderBy(asc(buildViews.name)),
  );
}

/**
 * Saves a view under a name, in the place of an earlier one of that name. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`; `INVALID_TRANSITION` beyond `MAX_VIEWS`
 */
export async function saveView(ctx: TenantContext, { name, query }: SaveView) {
  requirePermission(ctx, "BUILDS_READ");
  const userId = requireUser(ctx);
  const tenantId = ctx.tenant.id;
  return mutate(ctx, "build_view.save", async (tx) => {
    // The lock makes the count exact.
    await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId)))
      .for("update");
    const own = await tx.select().from(buildViews).where(isOwn(ctx));
    const before = own.find((view) => view.name === name);
    if (!before && own.length >= MAX_VIEWS) {
      throw invalidTransition(`You can save at most ${MAX_VIEWS} views. Delete one first.`);
    }
    const id = before?.id ?? ctx.newId();
    await tx
      .insert(buildViews)
      .values({ id, tenantId, userId, name, query, createdAt: ctx.now() })
      .onConflictDoUpdate({ target: buildViews.id, set: { query } });
    return {
      result: { id, name, query },
      audit: {
        type: "build_view",
        id,
        tenantId,
        ...(before && { before: { query: before.query } }),
        after: { name, query },
      },
    };
  });
}

/** Deletes an own view. @throws AppError `PERMISSION_DENIED`, `NOT_FOUND` */
export async function deleteView(ctx: TenantContext, viewId: string): Promise<void> {
  requirePermission(ctx, "BUILDS_READ");
  await mutate(ctx, "build_view.delete", async (tx) => {
    const [view] = await tx
      .delete(buildViews)
      .where(and(isOwn(ctx), eq(buildViews.id, viewId)))
      .returning();
    if (!view) throw notFound("view");
    const before = { name: view.name, query: view.query };
    return { result: undefined, audit: { type: "build_view", id: viewId, tenantId: ctx.tenant.id, before } };
  });
}

const isOwn = (ctx: TenantContext) =>
  and(eq(buildViews.tenantId, ctx.tenant.id), eq(buildViews.userId, requireUser(ctx)));

/** Saved view: a name for the query of a list's URL. */
export const SaveView = z.object({
  name: singleLineText(MAX_VIEW_NAME_LENGTH),
  query: plainText(2_000).transform((query) => new URLSearchParams(query).toString()),
});
export type SaveView = z.output<typeof SaveView>;

export const ViewKey = z.object({ viewId: reference() });
