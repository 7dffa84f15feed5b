import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apps } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { AppError, invalidTransition } from "@/shared/errors.ts";
import type { CreateApp } from "./input.ts";
import { APP_COLUMNS, type AppView, appSubject, toAppView } from "./service.ts";

/** Per tenant, as lists of apps are not paged. */
const MAX_APPS = 1_000;

/**
 * Creates an app. Its slug is unique in the tenant, archived apps included, and never changes. Needs `BUILDS_CREATE`.
 * @throws AppError `PERMISSION_DENIED`, `SLUG_TAKEN`; `INVALID_TRANSITION` for a tenant with `MAX_APPS`
 */
export async function createApp(ctx: TenantContext, input: CreateApp): Promise<AppView> {
  requirePermission(ctx, "BUILDS_CREATE");
  return mutate(ctx, "app.create", async (tx) => {
    await requireCapacity(tx, ctx);
    const [row] = await tx
      .insert(apps)
      .values({ id: ctx.newId(), tenantId: ctx.tenant.id, ...input, createdAt: ctx.now() })
      .onConflictDoNothing({ target: [apps.tenantId, apps.slug] })
      .returning(APP_COLUMNS);
    if (!row) throw await slugTaken(tx, ctx, input.slug);
    return { result: toAppView(row), audit: { ...appSubject(ctx, row.id), after: input } };
  });
}

async function requireCapacity(tx: Transaction, ctx: TenantContext): Promise<void> {
  const count = await tx.$count(apps, eq(apps.tenantId, ctx.tenant.id));
  if (count < MAX_APPS) return;
  throw invalidTransition(
    `A workspace can have at most ${MAX_APPS} apps, including archived apps. Delete an app without builds first.`,
  );
}

async function slugTaken(tx: Transaction, ctx: TenantContext, slug: string): Promise<AppError> {
  const [owner] = await tx
    .select({ name: apps.name, isArchived: sql<boolean>`${apps.archivedAt} is not null` })
    .from(apps)
    .where(and(eq(apps.tenantId, ctx.tenant.id), eq(apps.slug, slug)));
  const message = `is taken by ${owner ? `“${owner.name}”` : "another app"}${owner?.isArchived ? ", which is archived" : ""}`;
  return new AppError("SLUG_TAKEN", `The slug ${message}.`, { problems: [{ path: "slug", message }] });
}
