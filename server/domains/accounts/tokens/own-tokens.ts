import { and, desc, eq, isNull } from "drizzle-orm";
import { apiTokens, tenants } from "@/db/schema/index.ts";
import { evictCredential } from "@/server/auth/tokens/token-credentials.ts";
import { requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { olderThan, pageOf, readPagePosition } from "@/server/core/pagination.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
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

/**
 * Revokes a token of the signed-in user, in whichever tenant. Effective within 5 s in every process.
 * @throws AppError `NOT_FOUND`, also for another user's token
 */
export async function revokeOwnToken(ctx: Context, tokenId: string): Promise<void> {
  const userId = requireUser(ctx);
  await mutate(ctx, "api_token.revoke", async (tx) => {
    const [token] = await tx
      .update(apiTokens)
      .set({ revokedAt: ctx.now() })
      .where(and(eq(apiTokens.id, tokenId), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
      .returning({ name: apiTokens.name, tenantId: apiTokens.tenantId });
    if (!token) throw notFound("token");
    const { name, tenantId } = token;
    return { result: undefined, audit: { type: "api_token", id: tokenId, tenantId, before: { name } } };
  });
  evictCredential(tokenId);
}
