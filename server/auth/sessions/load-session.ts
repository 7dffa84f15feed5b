import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { memberships, sessions, tenants, users } from "@/db/schema/index.ts";
import { requireSecondFactor } from "@/server/core/authorize.ts";
import { type Context, systemContext, type Tenant, type UserActor } from "@/server/core/context.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "@/server/core/timeouts.ts";
import { lookUp, mutate } from "@/server/core/transactions.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";
import { isLive, recordActivity } from "./session-store.ts";
import { isSessionValid } from "./session-validity.ts";

/** User who signed in, with the version that a new session gets. */
export interface SessionOwner {
  userId: string;
  sessionVersion: number;
}

/** Content of a session token. A session ends with its row, and when the user's session version is incremented. */
export interface SessionClaim extends SessionOwner {
  sessionId: string;
  /** Time in ms at which the user signed in or last confirmed who they are. */
  authenticatedAt?: number | undefined;
}

export interface TenantMembership extends Tenant {
  role: TenantRole;
}

/** Session of a request. It is loaded once, at first use. */
export interface Session {
  userId: string;
  /** Key of rate limits per session. It is not secret. */
  id: string;
  /**
   * Null once the session has ended.
   * @throws AppError `PERMISSION_DENIED` for a Super Admin who must set up a second factor first
   */
  owner: () => Promise<UserActor | null>;
  /** Owner without the check for a second factor, for the page that sets one up. */
  enrollee: () => Promise<UserActor | null>;
  /** Tenants of the user, last used first; none once the session has ended. */
  memberships: () => Promise<TenantMembership[]>;
}

/** Session of an unchecked claim. Its methods may reject with `UNAVAILABLE`. */
export function createSession(claim: SessionClaim): Session {
  let found: ReturnType<typeof findOwner> | undefined;
  const find = () => {
    found ??= withTimeout(findOwner(systemContext("sessions"), claim), RESPONSE_TIMEOUT_MS);
    return found;
  };
  const enrollee = async () => (await find())?.user ?? null;
  const owner = async () => {
    const user = await enrollee();
    if (user) requireSecondFactor(user);
    return user;
  };
  return {
    userId: claim.userId,
    id: claim.sessionId,
    owner,
    enrollee,
    memberships: async () => ((await owner()) && (await find())?.memberships) ?? [],
  };
}

/** User of a valid session with memberships in tenants that are not suspended, or null. */
async function findOwner(ctx: Context, claim: SessionClaim) {
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({
        user: {
          id: users.id,
          email: users.email,
          name: users.name,
          platformRole: users.platformRole,
          emailVerifiedAt: users.emailVerifiedAt,
          sessionVersion: users.sessionVersion,
          secondFactorAt: users.secondFactorAt,
        },
        session: { id: sessions.id, lastActiveAt: sessions.lastActiveAt },
        tenant: { id: tenants.id, slug: tenants.slug, name: tenants.name },
        role: memberships.role,
      })
      .from(users)
      .innerJoin(sessions, and(eq(sessions.id, claim.sessionId), isLive()))
      .leftJoin(memberships, eq(memberships.userId, users.id))
      .leftJoin(tenants, and(eq(tenants.id, memberships.tenantId), isNull(tenants.suspendedAt)))
      .where(isSessionValid({ userId: claim.userId, sessionVersion: claim.sessionVersion }))
      .orderBy(sql`${desc(memberships.lastUsedAt)} nulls last`, asc(tenants.name)),
  );
  const [first] = rows;
  if (!first) return null;
  await recordActivity(ctx, first.session);
  return {
    user: { ...toUserActor(first.user, claim.authenticatedAt), sessionId: claim.sessionId },
    memberships: rows.flatMap(({ tenant, role }) => (tenant && role ? [{ ...tenant, role }] : [])),
  };
}

export const toUserActor = (
  {
    id: userId,
    email,
    name,
    platformRole,
    emailVerifiedAt,
    sessionVersion,
    secondFactorAt,
  }: Pick<
    typeof users.$inferSelect,
    "id" | "email" | "name" | "platformRole" | "emailVerifiedAt" | "sessionVersion" | "secondFactorAt"
  >,
  authenticatedAt?: number,
): UserActor => ({
  kind: "user",
  userId,
  email,
  name,
  isSuperAdmin: platformRole === "SUPER_ADMIN",
  isEmailVerified: emailVerifiedAt !== null,
  hasSecondFactor: secondFactorAt !== null,
  authenticatedAt: authenticatedAt === undefined ? undefined : new Date(authenticatedAt),
  sessionVersion,
});

/** Ends every session of a user in every process. */
export async function endSessions(ctx: Context, userId: string): Promise<void> {
  await mutate(ctx, "user.end_sessions", async (tx) => {
    await tx
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, userId));
    return { result: undefined, audit: { type: "user", id: userId, tenantId: null } };
  });
}
