import { and, count, desc, eq, inArray, isNotNull, isNull, max } from "drizzle-orm";
import { memberships, userIdentities, users } from "@/db/schema/index.ts";
import { readAccess } from "@/server/auth/sign-in/account-access.ts";
import { foldAddress } from "@/server/core/account-fields.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { olderThan, pageOf } from "@/server/core/pagination.ts";
import { matchesText } from "@/server/core/sql-search.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import { findUserLookalikes } from "../lookalikes/find-lookalikes.ts";
import type { NameWarnings } from "../lookalikes/policy.ts";
import type { ListUsers } from "./input.ts";

/** One page of all users, newest first; `search` matches name, e-mail address or id. For Super Admins. */
export async function listUsers(ctx: Context, input: ListUsers) {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const rows = await tx
      .select()
      .from(users)
      .where(
        and(
          matchesText(foldAddress(input.search), users.id, users.name, users.email),
          hasState(input.state),
          input.onlySuperAdmins ? isNotNull(users.platformRole) : undefined,
          olderThan(input.cursor, users.createdAt, users.id),
        ),
      )
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(input.limit + 1);
    const { shown, nextCursor } = pageOf(rows, input.limit, ({ createdAt, id }) => [createdAt, id]);
    const ids = shown.map(({ id }) => id);
    const roles = await tx
      .select({ id: memberships.userId, count: count(), lastUsedAt: max(memberships.lastUsedAt) })
      .from(memberships)
      .where(inArray(memberships.userId, ids))
      .groupBy(memberships.userId);
    const warningsOf = await findUserLookalikes(tx, ids);
    return {
      users: shown.map((user) => {
        const role = roles.find(({ id }) => id === user.id);
        return {
          ...toUserView(user),
          ...warningsOf(user),
          tenants: role?.count ?? 0,
          lastUsedAt: role?.lastUsedAt?.toISOString() ?? null,
        };
      }),
      nextCursor,
    };
  });
}

/** One user with sign-in methods and roles. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getUser(ctx: Context, userId: string): Promise<UserRecord> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user) throw notFound("user");
    const identities = await tx
      .select({ provider: userIdentities.provider })
      .from(userIdentities)
      .where(eq(userIdentities.userId, userId));
    const access = await readAccess(tx, admin, userId);
    const view = toUserView(user);
    const superAdmins = await tx.$count(users, and(isNotNull(users.platformRole), isNull(users.disabledAt)));
    const warningsOf = await findUserLookalikes(tx, [userId]);
    return {
      ...view,
      ...warningsOf(user),
      isSelf: user.id === admin.actor.userId,
      disabledReason: user.disabledReason,
      emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
      claimedEmail: user.claimedEmail,
      isDeleted: user.deletedAt !== null,
      isLastSuperAdmin: view.isSuperAdmin && view.disabledAt === null && superAdmins === 1,
      hasPassword: user.passwordHash !== null,
      hasSecondFactor: user.secondFactorAt !== null,
      providers: [...new Set(identities.map(({ provider }) => provider))].sort(),
      activeTokens: access.tokens.length,
      sessions: access.sessions,
      passkeys: access.passkeys.length,
      hasTotp: access.hasTotp,
    };
  });
}

const toUserView = ({ id, email, name, platformRole, disabledAt, createdAt }: typeof users.$inferSelect) => ({
  id,
  email,
  name,
  isSuperAdmin: platformRole === "SUPER_ADMIN",
  disabledAt: disabledAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

/** Filters by state; none or both match all users. */
const hasState = (states: ListUsers["state"]) =>
  states.length === 1
    ? states[0] === "DISABLED"
      ? isNotNull(users.disabledAt)
      : isNull(users.disabledAt)
    : undefined;

interface UserListItem extends NameWarnings {
  id: string;
  email: string;
  name: string;
  isSuperAdmin: boolean;
  disabledAt: string | null;
  createdAt: string;
  tenants: number;
  /** Last visit to any of their tenants. */
  lastUsedAt: string | null;
}

/** User with details for Super Admins, without password, sessions or tokens. */
interface UserRecord extends Omit<UserListItem, "tenants" | "lastUsedAt"> {
  isSelf: boolean;
  disabledReason: string | null;
  emailVerifiedAt: string | null;
  /** Former address, which its owner claimed; then the user has none. */
  claimedEmail: string | null;
  /** Deleted by the user. Such an account cannot be enabled. */
  isDeleted: boolean;
  /** Only Super Admin who is not disabled. */
  isLastSuperAdmin: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** External identity providers of the user. */
  providers: string[];
  activeTokens: number;
  sessions: number;
  passkeys: number;
  hasTotp: boolean;
}
