import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import { isSessionValid, streamWhileAllowed } from "../auth/while-signed-in.ts";
import { recordEvent } from "../events/record-event.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { AdminContext, Context } from "../platform/context.ts";
import { AppError, notFound } from "../platform/errors.ts";
import { mutate } from "../platform/mutate.ts";
import type { DisableUser } from "./input.ts";

const nextVersion = sql`${users.sessionVersion} + 1`;

/**
 * Keeps a person out: their sessions end with their next request, their API tokens within 5 s in every process. What they
 * made stays. Oneself and the last Super Admin cannot be disabled. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function disableUser(ctx: Context, { userId, reason }: DisableUser): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.disable", async (tx) => {
    await lockSuperAdmins(tx);
    const user = await lockUser(tx, userId);
    if (user.disabledAt) throw new AppError("INVALID_TRANSITION", "The person is disabled already.");
    if (userId === admin.actor.userId) {
      throw new AppError("INVALID_TRANSITION", "Nobody can disable themselves. Ask another Super Admin.");
    }
    if (user.platformRole) await requireAnother(tx, userId);
    await tx
      .update(users)
      .set({ disabledAt: admin.now(), disabledReason: reason, sessionVersion: nextVersion })
      .where(eq(users.id, userId));
    await recordEvent(tx, admin, {
      type: "security.user_disabled",
      tenantId: null,
      subjectId: userId,
      data: { userId, name: user.name },
    });
    return changed(userId, { state: "ACTIVE" }, { state: "DISABLED", reason });
  });
}

/** Lets a disabled person sign in again. For Super Admins. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` */
export async function enableUser(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.enable", async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user.disabledAt) throw new AppError("INVALID_TRANSITION", "The person is not disabled.");
    await tx.update(users).set({ disabledAt: null, disabledReason: null }).where(eq(users.id, userId));
    return changed(userId, { state: "DISABLED", reason: user.disabledReason }, { state: "ACTIVE" });
  });
}

/**
 * Makes a person a Super Admin. Their sessions end, so that the next one begins with what they may do from now on.
 * For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` for a Super Admin and for whoever is disabled
 */
export async function grantSuperAdmin(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.grant_super_admin", async (tx) => {
    const user = await lockUser(tx, userId);
    if (user.platformRole) throw new AppError("INVALID_TRANSITION", "The person is a Super Admin already.");
    if (user.disabledAt)
      throw new AppError("INVALID_TRANSITION", "The person is disabled. Enable them first.");
    await setPlatformRole(tx, userId, "SUPER_ADMIN");
    return changed(userId, { platformRole: null }, { platformRole: "SUPER_ADMIN" });
  });
}

/**
 * Takes the role from a Super Admin and ends their sessions. The last one stays. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function revokeSuperAdmin(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.revoke_super_admin", async (tx) => {
    await lockSuperAdmins(tx);
    const user = await lockUser(tx, userId);
    if (!user.platformRole) throw new AppError("INVALID_TRANSITION", "The person is no Super Admin.");
    await requireAnother(tx, userId);
    await setPlatformRole(tx, userId, null);
    return changed(userId, { platformRole: user.platformRole }, { platformRole: null });
  });
}

/** Ends every session of a person, in every process, from their next request on. For Super Admins. */
export async function endUserSessions(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.end_sessions", async (tx) => {
    const { sessionVersion } = await lockUser(tx, userId);
    await tx.update(users).set({ sessionVersion: nextVersion }).where(eq(users.id, userId));
    return changed(userId, { sessionVersion }, { sessionVersion: sessionVersion + 1 });
  });
}

/** Passes a stream on for as long as the actor is signed in and a Super Admin. */
export function streamWhileSuperAdmin<T>(ctx: AdminContext, stream: AsyncIterable<T>): AsyncGenerator<T> {
  const isStill = and(isSessionValid(ctx.actor), isNotNull(users.platformRole));
  return streamWhileAllowed(ctx, async () => (await ctx.db.platform.orm.$count(users, isStill)) > 0, stream);
}

const setPlatformRole = (tx: Transaction, userId: string, platformRole: "SUPER_ADMIN" | null) =>
  tx.update(users).set({ platformRole, sessionVersion: nextVersion }).where(eq(users.id, userId));

async function lockUser(tx: Transaction, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  if (!user) throw notFound("user");
  return user;
}

/** Before anything that makes one fewer: two who part at once must not leave the platform without any. */
const lockSuperAdmins = (tx: Transaction) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(isNotNull(users.platformRole))
    .orderBy(users.id)
    .for("update");

async function requireAnother(tx: Transaction, userId: string): Promise<void> {
  const others = and(isNotNull(users.platformRole), isNull(users.disabledAt), ne(users.id, userId));
  if ((await tx.$count(users, others)) > 0) return;
  throw new AppError(
    "INVALID_TRANSITION",
    "The platform needs a Super Admin. Make another person one first.",
  );
}

const changed = (userId: string, before: Record<string, unknown>, after: Record<string, unknown>) => ({
  result: undefined,
  audit: { type: "user" as const, id: userId, tenantId: null, before, after },
});
