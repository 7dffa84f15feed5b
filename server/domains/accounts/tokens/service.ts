import { and, desc, eq, gt, isNull, type SQL } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apiTokens, memberships, tenants, users } from "@/db/schema/index.ts";
import { lockActingUser } from "@/server/auth/sessions/session-validity.ts";
import { signToken } from "@/server/auth/tokens/api-token-jwt.ts";
import { evictCredential, findCredential } from "@/server/auth/tokens/token-credentials.ts";
import { permissionsOfRole, requireUser } from "@/server/core/authorize.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { olderThan, pageOf, readPagePosition } from "@/server/core/pagination.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { AppError, notFound, unauthenticated, validationFailed } from "@/shared/errors.ts";
import { queueSecurityMail } from "../email-links/mails.ts";
import type { CreateToken, ListTokens } from "./input.ts";
import { tokenCreated } from "./mails.ts";
import type { MeView } from "./view.ts";

/** Live API tokens per person and tenant: neither revoked nor expired. */
const MAX_LIVE_TOKENS = 100;

/**
 * Creates an API token of the signed-in user for the tenant. The token is returned only here.
 * @throws AppError `VALIDATION_FAILED` for a permission that the user's role does not have, `INVALID_TRANSITION` at the
 * limit of live tokens
 */
export async function createToken(ctx: TenantContext, input: CreateToken) {
  return issueToken(ctx, requireUser(ctx), input);
}

/** Creates an API token for a given user, also from the operator's command line. */
export async function issueToken(ctx: TenantContext, userId: string, input: CreateToken) {
  const allowed = permissionsOfRole(ctx.role);
  const problems = input.permissions.flatMap((permission, index) =>
    allowed.has(permission)
      ? []
      : [{ path: `permissions.${index}`, message: `your role (${ctx.role}) does not have ${permission}` }],
  );
  if (problems.length > 0) throw validationFailed(problems);
  const issuedAt = ctx.now();
  // The token's `exp` is in whole seconds.
  const expiresAt = new Date((Math.floor(issuedAt.getTime() / 1000) + input.expires) * 1000);
  const { name, permissions } = input;
  const id = ctx.newId();
  const token = await signToken({ id, userId, tenantId: ctx.tenant.id, permissions, issuedAt, expiresAt });
  return mutate(ctx, "api_token.create", async (tx) => {
    const owner =
      ctx.actor.kind === "user"
        ? await lockActingUser(tx, ctx)
        : await tx.query.users.findFirst({ where: eq(users.id, userId) });
    await requireCapacity(tx, ctx, userId);
    await tx.insert(apiTokens).values({
      id,
      tenantId: ctx.tenant.id,
      userId,
      name,
      permissions,
      lastFour: token.slice(-4),
      expiresAt,
      createdAt: issuedAt,
    });
    const text = tokenCreated(name, token.slice(-4), ctx.tenant.name);
    if (owner) await queueSecurityMail(tx, ctx, owner, text, `token ${id}`);
    await recordEvent(tx, ctx, {
      type: "security.token_created",
      tenantId: ctx.tenant.id,
      subjectId: id,
      data: { tokenId: id, userId, name, permissions, expiresAt: expiresAt.toISOString() },
    });
    return {
      result: { id, token },
      audit: {
        type: "api_token",
        id,
        tenantId: ctx.tenant.id,
        after: { name, permissions, userId, expiresAt },
      },
    };
  });
}

/** The lock on the membership serializes concurrent creations, so that they cannot exceed the limit together. */
async function requireCapacity(tx: Transaction, ctx: TenantContext, userId: string): Promise<void> {
  const isMember = and(eq(memberships.tenantId, ctx.tenant.id), eq(memberships.userId, userId));
  await tx.select({ userId: memberships.userId }).from(memberships).where(isMember).for("no key update");
  const isLive = and(
    eq(apiTokens.tenantId, ctx.tenant.id),
    eq(apiTokens.userId, userId),
    isNull(apiTokens.revokedAt),
    gt(apiTokens.expiresAt, ctx.now()),
  );
  if ((await tx.$count(apiTokens, isLive)) < MAX_LIVE_TOKENS) return;
  throw new AppError(
    "INVALID_TRANSITION",
    `You can have at most ${MAX_LIVE_TOKENS} API tokens in a workspace. Revoke one first.`,
  );
}

/** Describes the API token of the request. @throws AppError `UNAUTHENTICATED` if it was revoked meanwhile */
export async function describeToken(ctx: TenantContext): Promise<MeView> {
  const state = ctx.actor.kind === "token" ? await findCredential(ctx.actor.tokenId) : null;
  if (!state) throw unauthenticated();
  return {
    user: state.user,
    tenant: ctx.tenant,
    permissions: [...ctx.permissions],
    expiresAt: new Date(state.expiresAt).toISOString(),
  };
}

/** Tokens that are not revoked, newest first: one's own, for owners those of all members. */
export async function listTokens(ctx: TenantContext, input: ListTokens) {
  const userId = requireUser(ctx);
  const { rows, ...page } = await readPage(ctx, isVisibleTo(ctx), input);
  const tokens = rows.map(({ token, owner }) => ({
    ...toListedToken(token),
    owner,
    isOwn: token.userId === userId,
  }));
  return { tokens, ...page };
}

/** Tokens of the signed-in user in all tenants that are not revoked, newest first. */
export async function listOwnTokens(ctx: Context, input: ListTokens) {
  const { rows, ...page } = await readPage(ctx, eq(apiTokens.userId, requireUser(ctx)), input);
  const tokens = rows.map(({ token, tenant }) => ({
    ...toListedToken(token),
    tenant: { slug: tenant.slug, name: tenant.name, isSuspended: tenant.suspendedAt !== null },
  }));
  return { tokens, ...page };
}

/** Tokens of the tenant that the user may see and revoke: one's own, for owners those of all members. */
function isVisibleTo(ctx: TenantContext): SQL | undefined {
  const userId = requireUser(ctx);
  const isOwn = ctx.role === "OWNER" ? undefined : eq(apiTokens.userId, userId);
  return and(eq(apiTokens.tenantId, ctx.tenant.id), isOwn);
}

async function readPage(ctx: Context, isVisible: SQL | undefined, { limit, cursor }: ListTokens) {
  const isListed = and(isVisible, isNull(apiTokens.revokedAt));
  const [rows, position] = await read(ctx, async (tx) => [
    await tx
      .select({ token: apiTokens, owner: users.name, tenant: tenants })
      .from(apiTokens)
      .innerJoin(users, eq(users.id, apiTokens.userId))
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
  return { rows: shown, nextCursor, ...position };
}

/** Token as all lists show it. */
const toListedToken = (token: typeof apiTokens.$inferSelect) => ({
  id: token.id,
  name: token.name,
  permissions: token.permissions,
  lastFour: token.lastFour,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt.toISOString(),
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
});

/**
 * Revokes a token: one's own, or as an owner any of the tenant. Effective within 5 s in every process.
 * @throws AppError `NOT_FOUND`, also for another user's token
 */
export async function revokeToken(ctx: TenantContext, tokenId: string): Promise<void> {
  await revokeWhere(ctx, tokenId, isVisibleTo(ctx));
}

/**
 * Revokes a token of the signed-in user, in whichever tenant. Effective within 5 s in every process.
 * @throws AppError `NOT_FOUND`, also for another user's token
 */
export async function revokeOwnToken(ctx: Context, tokenId: string): Promise<void> {
  await revokeWhere(ctx, tokenId, eq(apiTokens.userId, requireUser(ctx)));
}

async function revokeWhere(ctx: Context, tokenId: string, isAllowed: SQL | undefined): Promise<void> {
  await mutate(ctx, "api_token.revoke", async (tx) => {
    const [token] = await tx
      .update(apiTokens)
      .set({ revokedAt: ctx.now() })
      .where(and(eq(apiTokens.id, tokenId), isNull(apiTokens.revokedAt), isAllowed))
      .returning({ name: apiTokens.name, tenantId: apiTokens.tenantId });
    if (!token) throw notFound("token");
    const { name, tenantId } = token;
    return { result: undefined, audit: { type: "api_token", id: tokenId, tenantId, before: { name } } };
  });
  evictCredential(tokenId);
}
