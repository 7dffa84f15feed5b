import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { memberships, tenants, users } from "@/db/schema/index.ts";
import { permissionsOfRole } from "@/server/core/authorize.ts";
import {
  type Actor,
  type AdminContext,
  type Context,
  createContext,
  enterTenant,
  type TenantContext,
  type UserActor,
} from "@/server/core/context.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { notFound, sessionExpired } from "@/shared/errors.ts";
import type { Session, TenantMembership } from "./sessions/load-session.ts";
import { isSessionValid, streamWhileAllowed } from "./sessions/session-validity.ts";

/**
 * Context of a member in a tenant. For everyone else, Super Admins included, the tenant is not found.
 * @throws AppError `NOT_FOUND`
 */
export async function enterTenantBySlug<A extends Actor>(
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
      .where(and(eq(tenants.slug, tenantSlug), isNull(tenants.suspendedAt), isSessionValid({ userId }))),
  );
  return enterWithMembership(ctx, membership);
}

/** Context of a session's user in a tenant. @throws AppError `UNAUTHENTICATED`, `NOT_FOUND` */
export async function enterTenantBySession(
  session: Session,
  tenantSlug: string,
  requestId: string,
): Promise<TenantContext<UserActor>> {
  const owner = await session.owner();
  if (!owner) throw sessionExpired();
  const memberships = await session.memberships();
  const membership = memberships.find(({ slug }) => slug === tenantSlug);
  return enterWithMembership(createContext(owner, requestId), membership);
}

function enterWithMembership<A extends Actor>(
  ctx: Context<A>,
  membership: TenantMembership | undefined,
): TenantContext<A> {
  if (!membership) throw notFound("workspace");
  const { role, ...tenant } = membership;
  return enterTenant(ctx, { tenant, role, permissions: permissionsOfRole(role) });
}

/** Stream that ends when the actor is signed out, or no longer a member of an active tenant. */
export function streamWhileMember<T>(
  ctx: TenantContext<UserActor>,
  stream: AsyncIterable<T>,
): AsyncGenerator<T> {
  const isStillMember = async () => {
    const found = await ctx.db.systemDb.orm
      .select({ id: memberships.userId })
      .from(memberships)
      .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(eq(tenants.id, ctx.tenant.id), isNull(tenants.suspendedAt), isSessionValid(ctx.actor)));
    return found.length > 0;
  };
  return streamWhileAllowed(ctx, isStillMember, stream);
}

/** Stream that ends when the actor is signed out, or no longer a Super Admin. */
export function streamWhileSuperAdmin<T>(ctx: AdminContext, stream: AsyncIterable<T>): AsyncGenerator<T> {
  const isSuperAdmin = and(isSessionValid(ctx.actor), isNotNull(users.platformRole));
  return streamWhileAllowed(
    ctx,
    async () => (await ctx.db.systemDb.orm.$count(users, isSuperAdmin)) > 0,
    stream,
  );
}
