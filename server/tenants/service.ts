import { and, eq, isNull } from "drizzle-orm";
import { memberships, tenants, users } from "@/db/schema/index.ts";
import { permissionsOfRole, requireOwner, requirePerson } from "../authorize.ts";
import {
  type Actor,
  type Context,
  createContext,
  enterTenant,
  type TenantContext,
  type UserActor,
} from "../context.ts";
import { notFound, unauthenticated } from "../errors.ts";
import type { Session, TenantMembership } from "../identity/sessions.ts";
import { isStillSignedIn, whileAllowed } from "../identity/while-signed-in.ts";
import { lookUp, mutate } from "../mutate.ts";

/**
 * The context of a member in a tenant. To anybody else, Super Admins included, the tenant does not exist.
 * @throws AppError `NOT_FOUND`
 */
export async function openTenant<A extends Actor>(
  ctx: Context<A>,
  userId: string,
  tenantSlug: string,
): Promise<TenantContext<A>> {
  const [membership] = await lookUp(ctx, (reader) =>
    reader
      .select({ id: tenants.id, slug: tenants.slug, name: tenants.name, role: memberships.role })
      .from(memberships)
      .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(eq(tenants.slug, tenantSlug), isNull(tenants.suspendedAt), isStillSignedIn({ userId }))),
  );
  return enterAsMember(ctx, membership);
}

/**
 * The context of a session's owner in a tenant.
 * @throws AppError `UNAUTHENTICATED`, `NOT_FOUND`
 */
export async function openTenantBySession(
  session: Session,
  tenantSlug: string,
  requestId: string,
): Promise<TenantContext<UserActor>> {
  const owner = await session.owner();
  if (!owner) throw unauthenticated();
  const memberships = await session.memberships();
  const membership = memberships.find(({ slug }) => slug === tenantSlug);
  return enterAsMember(createContext(owner, requestId), membership);
}

function enterAsMember<A extends Actor>(
  ctx: Context<A>,
  membership: TenantMembership | undefined,
): TenantContext<A> {
  if (!membership) throw notFound("tenant");
  const { role, ...tenant } = membership;
  return enterTenant(ctx, { tenant, role, permissions: permissionsOfRole(role) });
}

/** Gives the tenant another name; its address stays. For owners. @throws AppError `PERMISSION_DENIED` */
export async function renameTenant(ctx: TenantContext, name: string): Promise<void> {
  requireOwner(ctx);
  const { id: tenantId, name: before } = ctx.tenant;
  await mutate(ctx, "tenant.rename", async (tx) => {
    await tx.update(tenants).set({ name }).where(eq(tenants.id, tenantId));
    return {
      result: undefined,
      audit: { type: "tenant", id: tenantId, tenantId, before: { name: before }, after: { name } },
    };
  });
}

/** Passes a stream on for as long as the actor is signed in and a member of a tenant that is not suspended. */
export function whileMember<T>(ctx: TenantContext<UserActor>, stream: AsyncIterable<T>): AsyncGenerator<T> {
  const isStillMember = async () => {
    const found = await ctx.db.systemDb.orm
      .select({ id: memberships.userId })
      .from(memberships)
      .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(eq(tenants.id, ctx.tenant.id), isNull(tenants.suspendedAt), isStillSignedIn(ctx.actor)));
    return found.length > 0;
  };
  return whileAllowed(ctx, isStillMember, stream);
}

/**
 * Remembers a tenant as the one that the signed-in person used last; once a minute is enough to lead back to it.
 * A tenant of which the person is no member is left alone.
 */
export async function rememberTenant(ctx: Context, tenantSlug: string): Promise<void> {
  const userId = requirePerson(ctx);
  await ctx.db.systemDb.sql`
    update memberships set last_used_at = now()
    from tenants
    where tenants.id = memberships.tenant_id and tenants.slug = ${tenantSlug} and memberships.user_id = ${userId}
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}
