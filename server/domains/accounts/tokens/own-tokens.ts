import { and, desc, eq, isNull } from "drizzle-orm";
import { apiTokens, tenants } from "@/db/schema/index.ts";
import { requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { olderThan, pageOf, readPagePosition } from "@/server/core/pagination.ts";
import { read } from "@/server/core/transactions.ts";
import type { ListTokens } from "./input.ts";
import { toListedToken } from "./service.ts";
import type { OwnTokensPage } from "./view.ts";

/** Tokens of the signed-in user in all tenants that are not revoked, newest first. */
export async function listOwnTokens(ctx: Context, { limit, cursor }: ListTokens): Promise<OwnTokensPage> {
  const isListed = and(eq(apiTokens.userId, requireUser(ctx)), isNull(apiTokens.revokedAt));
  const [rows, position] = await read(ctx, async (tx) => [
    await tx
      .select({
        token: apiTokens,
        tenant: { slug: tenants.slug, name: tenants.name, suspendedAt: tenants.suspendedAt },
      })
      .from(apiTokens)
      .innerJoin(tenants, eq(tenants.id, apiTokens.tenantId))
      .where(and(isListed, olderThan(cursor, apiTokens.createdAt, apiTokens.id)))
      .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
      .limit(limit + 1),
    await readPagePosition(tx, {
      list: tx.select({ key: apiTokens.createdAt, id: apiTokens.id }).from(apiTokens).where(isListed),
      order: "newest-first",
      cursor,
      limit,
    }),
  ]);
  const { shown, nextCursor } = pageOf(rows, limit, ({ token }) => [token.createdAt, token.id]);
  const tokens = shown.map(({ token, tenant }) => ({
    ...toListedToken(token),
    tenant: { slug: tenant.slug, name: tenant.name, isSuspended: tenant.suspendedAt !== null },
  }));
  return { tokens, nextCursor, ...position };
}
