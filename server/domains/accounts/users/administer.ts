import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import { nextSessionVersion } from "@/server/auth/sign-in/account-access.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import type { DisableUser } from "./input.ts";

/**
 * Disables a user: sessions end with their next request, API tokens within 5 s in every process; data stays. Oneself and
 * the last Super Admin cannot be disabled. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function disableUser(ctx: Context, { userId, reason }: DisableUser): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.disable", async (tx) => {
    await lockSuperAdmins(tx);
    const user = await lockUser(tx, userId);
    if (user.disabledAt) throw new AppError("INVALID_TRANSITION", "This user is already disabled.");
    if (userId === admin.actor.userId) {
      throw new AppError(
        "INVALID_TRANSITION",
        "You can’t disable your own account. Ask another Super Admin.",
      );
    }
    if (user.platformRole) await requireAnotherSuperAdmin(tx, userId);
    await tx
      .update(users)
      .set({ disabledAt: admin.now(), disabledReason: reason, sessionVersion: nextSessionVersion })
      .where(eq(users.id, userId));
    await recordEvent(tx, admin, {
      type: "security.user_disabled",
      tenantId: null,
      subjectId: userId,
      data: { userId, name: user.name },
    });
    return toChange(userId, { state: "ACTIVE" }, { state: "DISABLED", reason });
  });
}

/** Enables a disabled user. For Super Admins. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` */
export async function enableUser(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.enable", async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user.disabledAt) throw new AppError("INVALID_TRANSITION", "This user is not disabled.");
    if (user.deletedAt) throw new AppError("INVALID_TRANSITION", "The user deleted this account.");
    await tx.update(users).set({ disabledAt: null, disabledReason: null }).where(eq(users.id, userId));
    return toChange(userId, { state: "DISABLED", reason: user.disabledReason }, { state: "ACTIVE" });
  });
}

/**
 * Grants the role of Super Admin. Ends the user's sessions, since they carry the old role. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` for a Super Admin, a disabled user and an unverified email
 */
export async function grantSuperAdmin(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.grant_super_admin", async (tx) => {
    const user = await lockUser(tx, userId);
    if (user.platformRole) throw new AppError("INVALID_TRANSITION", "This user is already a Super Admin.");
    if (user.disabledAt)
      throw new AppError("INVALID_TRANSITION", "This user is disabled. Enable the account first.");
    if (!user.emailVerifiedAt)
      throw new AppError("INVALID_TRANSITION", "This user’s email is not verified. Verify it first.");
    await setPlatformRole(tx, userId, "SUPER_ADMIN");
    return toChange(userId, { platformRole: null }, { platformRole: "SUPER_ADMIN" });
  });
}

/**
 * Revokes the role of Super Admin and ends the user's sessions. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`, also for the last Super Admin
 */
export async function revokeSuperAdmin(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.revoke_super_admin", async (tx) => {
    await lockSuperAdmins(tx);
    const user = await lockUser(tx, userId);
    if (!user.platformRole) throw new AppError("INVALID_TRANSITION", "This user is not a Super Admin.");
    await requireAnotherSuperAdmin(tx, userId);
    await setPlatformRole(tx, userId, null);
    return toChange(userId, { platformRole: user.platformRole }, { platformRole: null });
  });
}

/** Ends all sessions of a user, effective with their next request in every process. For Super Admins. */
export async function endUserSessions(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.end_sessions", async (tx) => {
    const { sessionVersion } = await lockUser(tx, userId);
    await tx.update(users).set({ sessionVersion: nextSessionVersion }).where(eq(users.id, userId));
    return toChange(userId, { sessionVersion }, { sessionVersion: sessionVersion + 1 });
  });
}

const setPlatformRole = (tx: Transaction, userId: string, platformRole: "SUPER_ADMIN" | null) =>
  tx.update(users).set({ platformRole, sessionVersion: nextSessionVersion }).where(eq(users.id, userId));

async function lockUser(tx: Transaction, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  if (!user) throw notFound("user");
  return user;
}

/** Locks all Super Admins, so that concurrent revocations cannot remove the last one. */
const lockSuperAdmins = (tx: Transaction) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(isNotNull(users.platformRole))
    .orderBy(users.id)
    .for("update");

async function requireAnotherSuperAdmin(tx: Transaction, userId: string): Promise<void> {
  const others = and(isNotNull(users.platformRole), isNull(users.disabledAt), ne(users.id, userId));
  if ((await tx.$count(users, others)) > 0) return;
  throw new AppError("INVALID_TRANSITION", "The platform needs at least one Super Admin. Add another first.");
}

const toChange = (userId: string, before: Record<string, unknown>, after: Record<string, unknown>) => ({
  result: undefined,
  audit: { type: "user" as const, id: userId, tenantId: null, before, after },
});
