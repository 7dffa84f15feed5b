import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { memberships, tenants, users } from "@/db/schema/index.ts";
import type { TenantRole } from "@/db/schema/vocabulary.ts";
import { permissionsOfRole, requireOwner, requirePerson } from "../authorize.ts";
import {
  type Actor,
  type Context,
  createContext,
  enterTenant,
  systemContext,
  type Tenant,
  type TenantContext,
  type UserActor,
} from "../context.ts";
import { notFound, unauthenticated } from "../errors.ts";
import { actorOf, type SessionClaim } from "../identity/sessions.ts";
import { isStillSignedIn, whileAllowed } from "../identity/while-signed-in.ts";
import { lookUp, mutate } from "../mutate.ts";

/** A tenant with the person's role in it. */
export interface TenantMembership extends Tenant {
  role: TenantRole;
}

/** The tenants that the signed-in person is a member of, the one used last first. */
export async function listMyTenants(ctx: Context): Promise<TenantMembership[]> {
  const userId = requirePerson(ctx);
  return lookUp(ctx, (reader) =>
    reader
      .select({ id: tenants.id, slug: tenants.slug, name: tenants.name, role: memberships.role })
      .from(memberships)
      .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
      .where(and(eq(memberships.userId, userId), isNull(tenants.suspendedAt)))
      .orderBy(sql`${desc(memberships.lastUsedAt)} nulls last`, asc(tenants.name)),
  );
}

/**
 * The context of a member in a tenant. To anybody else, Super Admins included, the tenant does not exist.
 * @throws AppError `NOT_FOUND`
 */
export async function openTenant<A extends Actor>(
  ctx: Context<A>,
  userId: string,
  tenantSlug: string,
): Promise<TenantContext<A>> {
  const found = await findMember(ctx, { userId }, tenantSlug);
  return enterAsMember(ctx, found);
}

/**
 * The context of a session's owner in a tenant. Whether the session is still good and its owner a member is asked at once,
 * and once for all calls of a request, which brings a claim of its own.
 * @throws AppError `UNAUTHENTICATED`, `NOT_FOUND`
 */
export async function openTenantBySession(
  claim: SessionClaim,
  tenantSlug: string,
  requestId: string,
): Promise<TenantContext<UserActor>> {
  const asked = askedByClaim.get(claim) ?? new Map<string, ReturnType<typeof findMember>>();
  askedByClaim.set(claim, asked);
  const asking = asked.get(tenantSlug) ?? findMember(systemContext("sessions"), claim, tenantSlug);
  asked.set(tenantSlug, asking);
  const found = await asking;
  if (!found) throw unauthenticated();
  return enterAsMember(createContext(actorOf(found.user), requestId), found);
}

const askedByClaim = new WeakMap<SessionClaim, Map<string, ReturnType<typeof findMember>>>();

/** The person whose session is still good, with the tenant and their role in it where they are a member of it. */
async function findMember(ctx: Context, session: Parameters<typeof isStillSignedIn>[0], slug: string) {
  const [found] = await lookUp(ctx, (reader) =>
    reader
      .select({
        user: {
          id: users.id,
          email: users.email,
          name: users.name,
          platformRole: users.platformRole,
          sessionVersion: users.sessionVersion,
        },
        tenant: { id: tenants.id, slug: tenants.slug, name: tenants.name },
        role: memberships.role,
      })
      .from(users)
      .leftJoin(tenants, and(eq(tenants.slug, slug), isNull(tenants.suspendedAt)))
      .leftJoin(memberships, and(eq(memberships.tenantId, tenants.id), eq(memberships.userId, users.id)))
      .where(isStillSignedIn(session)),
  );
  return found;
}

function enterAsMember<A extends Actor>(
  ctx: Context<A>,
  found: Awaited<ReturnType<typeof findMember>>,
): TenantContext<A> {
  if (!found?.tenant || !found.role) throw notFound("tenant");
  const { tenant, role } = found;
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
    const found = await ctx.db.platform.orm
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
  await ctx.db.platform.sql`
    update memberships set last_used_at = now()
    from tenants
    where tenants.id = memberships.tenant_id and tenants.slug = ${tenantSlug} and memberships.user_id = ${userId}
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}
