import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { memberships, sessions, tenants, userIdentities, users } from "@/db/schema/index.ts";
import { MAX_TYPED_PASSWORD_UNITS } from "@/server/core/account-fields.ts";
import { requireSecondFactor } from "@/server/core/authorize.ts";
import { requestLimit, withConcurrencyLimit } from "@/server/core/concurrency-limit.ts";
import { type Context, systemContext, type Tenant, type UserActor } from "@/server/core/context.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "@/server/core/timeouts.ts";
import { lookUp, mutate, read } from "@/server/core/transactions.ts";
import { databaseError } from "@/shared/errors.ts";
import { namedAs } from "@/shared/name-skeleton.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";
import { claimAddress } from "../sign-in/claim-address.ts";
import type { ExternalIdentity } from "../sign-in/external-identity.ts";
import { verifyPassword } from "../sign-in/password-hashing.ts";
import { limitSignInAttempts } from "../sign-in/sign-in-attempts.ts";
import { isLive, recordActivity } from "./session-store.ts";
import { isSessionValid } from "./session-validity.ts";

/** Email address and password of a sign-in form. */
export const PasswordSignIn = z.object({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(MAX_TYPED_PASSWORD_UNITS),
});
export type PasswordSignIn = z.output<typeof PasswordSignIn>;

/** User who signed in, with the version of sessions that may begin now. */
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

/** Session that may begin: at once, or after the second step if the account has a second factor. */
export interface SignInClaim extends SessionOwner {
  hasSecondFactor: boolean;
}

/** Tenant with the user's role in it. */
export interface TenantMembership extends Tenant {
  role: TenantRole;
}

/** Session of a request, loaded at first use and once. */
export interface Session {
  userId: string;
  /** Key of limits per session. It is not secret. */
  id: string;
  /**
   * Null once the session has ended.
   * @throws AppError `PERMISSION_DENIED` for a Super Admin who must set up a second factor first
   */
  owner: () => Promise<UserActor | null>;
  /** The same without that check, for setting it up. */
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

/**
 * Password sign-in within the limits of `limitSignInAttempts`; sessions stay open.
 * @throws AppError `RATE_LIMITED`, `UNAVAILABLE` while too many passwords are being checked
 */
export function signInWithPassword(
  ctx: Context,
  input: PasswordSignIn,
  address: string,
  device: string | null = null,
): Promise<SignInClaim | null> {
  return limitSignInAttempts(input.email, { address, device }, () => findByPassword(ctx, input));
}

/**
 * User with this email address and password, or null. An unknown address costs the same hashing as a wrong password, and
 * waits for it in the same queue, so neither the answer nor its time tells which it was. Accounts whose address its owner
 * claimed sign in with that address, too: where there are any, every failure costs a second hash.
 */
async function findByPassword(ctx: Context, input: PasswordSignIn): Promise<SignInClaim | null> {
  const { user, claimed, hasClaimed } = await withConcurrencyLimit(requestLimit(), () =>
    findAccounts(ctx, input.email),
  );
  const accounts = hasClaimed ? [user, claimed] : [user];
  for (const account of accounts) {
    const matches = await verifyPassword(account?.passwordHash ?? null, input.password);
    if (account && matches) return toSignInClaim(account);
  }
  return null;
}

/** The account of an address, and the one that had it last before its owner claimed it. One statement for every address. */
async function findAccounts(ctx: Context, email: string) {
  const hasClaimed = sql`select exists (select from ${users} where ${isNotNull(users.claimedEmail)}) as has_claimed`;
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({ hasClaimed: sql<boolean>`has_claimed`, account: users })
      .from(sql`(${hasClaimed}) found`)
      .leftJoin(
        users,
        and(or(eq(users.email, email), eq(users.claimedEmail, email)), isNull(users.disabledAt)),
      )
      .orderBy(desc(users.createdAt)),
  );
  const accounts = rows.flatMap(({ account }) => account ?? []);
  return {
    user: accounts.find((account) => account.email === email),
    claimed: accounts.find((account) => account.claimedEmail === email),
    hasClaimed: rows[0]?.hasClaimed ?? false,
  };
}

const toSignInClaim = (
  user: Pick<typeof users.$inferSelect, "id" | "sessionVersion" | "secondFactorAt">,
) => ({
  userId: user.id,
  sessionVersion: user.sessionVersion,
  hasSecondFactor: user.secondFactorAt !== null,
});

/**
 * User of an external identity. A new identity creates a user, unless its email address belongs to one that verified it:
 * then null, since the provider does not prove that both are the same person. An unverified account gives the address up.
 */
export async function findByIdentity(ctx: Context, identity: ExternalIdentity): Promise<SignInClaim | null> {
  const known = await findIdentity(ctx, identity);
  if (known) return known.disabledAt ? null : known.claim;
  try {
    const created = await createFromIdentity(ctx, { ...identity, email: identity.email.toLowerCase() });
    if (created) return created;
  } catch (error) {
    if (databaseError(error).code !== UNIQUE_VIOLATION) throw error;
  }
  // Another first sign-in may have created the account meanwhile: of this identity, or of another with the same address.
  return (await findIdentity(ctx, identity))?.claim ?? null;
}

const UNIQUE_VIOLATION = "23505";

async function findIdentity(ctx: Context, { provider, accountId }: { provider: string; accountId: string }) {
  const [identity] = await read(ctx, (tx) =>
    tx
      .select({ user: users })
      .from(userIdentities)
      .innerJoin(users, eq(users.id, userIdentities.userId))
      .where(and(eq(userIdentities.provider, provider), eq(userIdentities.providerAccountId, accountId))),
  );
  return identity ? { claim: toSignInClaim(identity.user), disabledAt: identity.user.disabledAt } : null;
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

/** User as an actor. */
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

async function createFromIdentity(ctx: Context, identity: ExternalIdentity): Promise<SignInClaim | null> {
  const userId = ctx.newId();
  return mutate(ctx, "user.create", async (tx) => {
    if (!(await claimAddress(tx, ctx, identity.email))) return { result: null, audit: null };
    await tx
      .insert(users)
      .values({ id: userId, email: identity.email, emailVerifiedAt: ctx.now(), ...namedAs(identity.name) });
    await tx
      .insert(userIdentities)
      .values({ provider: identity.provider, providerAccountId: identity.accountId, userId });
    return {
      result: { userId, sessionVersion: 1, hasSecondFactor: false },
      audit: { type: "user", id: userId, tenantId: null, after: { provider: identity.provider } },
    };
  });
}
