import { AppError, permissionDenied } from "@/shared/errors.ts";
import type { Permission, TenantRole } from "@/shared/vocabulary.ts";
import type { AuditAction } from "./audit.ts";
import type { Actor, AdminContext, Context, TenantContext, UserActor } from "./context.ts";
import { env, isMailAvailable } from "./env/env.ts";

const PERMISSIONS_OF_ROLE: Record<TenantRole, ReadonlySet<Permission>> = {
  OWNER: new Set(["MARKETPLACE_PUBLISH", "BUILDS_READ", "BUILDS_CREATE", "APPS_MANAGE"]),
  DEVELOPER: new Set(["MARKETPLACE_PUBLISH", "BUILDS_READ", "BUILDS_CREATE", "APPS_MANAGE"]),
  VIEWER: new Set(["BUILDS_READ"]),
};

/** Permissions of a tenant role. A token has a subset of these. */
export function permissionsOfRole(role: TenantRole): ReadonlySet<Permission> {
  return PERMISSIONS_OF_ROLE[role];
}

/** Permission check of a service. @throws AppError `PERMISSION_DENIED` */
export function requirePermission(ctx: TenantContext, permission: Permission): void {
  if (!ctx.permissions.has(permission)) throw permissionDenied(permission);
}

/**
 * The signed-in user. Tokens are refused, so a token cannot create tokens.
 * @returns the user's id
 * @throws AppError `PERMISSION_DENIED`
 */
export function requireUser(ctx: Context): string {
  if (ctx.actor.kind !== "user") {
    throw new AppError("PERMISSION_DENIED", "Sign in to do this. API tokens are not accepted.");
  }
  return ctx.actor.userId;
}

/**
 * Check that the acting user, by session or token, has a verified address: unverified accounts cannot publish or invite.
 * Without mail an address cannot be verified, and nothing is checked.
 * @throws AppError `PERMISSION_DENIED`
 */
export function requireVerifiedEmail({ actor }: Pick<Context, "actor">): void {
  if (actor.kind !== "user" && actor.kind !== "token") return;
  if (actor.isEmailVerified || !isMailAvailable()) return;
  throw new AppError(
    "PERMISSION_DENIED",
    "Your email is not verified. Open the link that we sent to it, or request a new one under Account.",
  );
}

/** Role check for owners of the tenant who are signed in. @throws AppError `PERMISSION_DENIED` */
export function requireOwner(ctx: TenantContext): void {
  requireUser(ctx);
  if (ctx.role !== "OWNER") throw new AppError("PERMISSION_DENIED", "Only a workspace owner can do this.");
}

/**
 * Check that a Super Admin has a second factor, if `REQUIRE_ADMIN_2FA` is set.
 * @throws AppError `PERMISSION_DENIED`
 */
export function requireSecondFactor({ isSuperAdmin, hasSecondFactor }: UserActor): void {
  if (!isSuperAdmin || hasSecondFactor || !env().REQUIRE_ADMIN_2FA) return;
  const detail = "Super Admins need a second factor here. Set one up under Account, Security.";
  throw new AppError("PERMISSION_DENIED", detail, { reason: "SET_UP_SECOND_FACTOR" });
}

/** Role check for Super Admins. @throws AppError `PERMISSION_DENIED` */
export function requireSuperAdmin(ctx: Context): AdminContext {
  const { actor } = ctx;
  if (actor.kind !== "user" || !actor.isSuperAdmin) {
    throw new AppError("PERMISSION_DENIED", "Only a Super Admin can do this.");
  }
  requireSecondFactor(actor);
  return { ...ctx, actor: { ...actor, isSuperAdmin: true } };
}

/** Time after an authentication during which a session may take dangerous actions. */
export const RECENT_AUTHENTICATION_MS = 10 * 60_000;

/**
 * Actions of Super Admins that need a recent authentication: those that send something out of the platform or widen access.
 * Decisions on listings are not among them. The access matrix (`server/router.db.test.ts`) makes each new action choose.
 */
const DANGEROUS_ACTIONS: ReadonlySet<AuditAction> = new Set<AuditAction>([
  "archive.block",
  "archive.unblock",
  "billing_event.process_again",
  "channel.create",
  "channel.redeliver_failed",
  "channel.resume",
  "channel.rotate_secret",
  "channel.settle_parked",
  "channel.test",
  "channel.update",
  "delivery.redeliver",
  "job.retry",
  "mail.send_again",
  "membership.change_role",
  "membership.remove",
  "rollout.hold",
  "rollout.resume",
  "rollout.roll_back",
  "tenant.restore",
  "tenant.suspend",
  "tenant.unverify",
  "tenant.verify",
  "user.disable",
  "user.enable",
  "user.grant_super_admin",
  "user.reset_second_factor",
  "user.revoke_super_admin",
  "user.send_reset_link",
]);

/** True if an action of this actor needs a recent authentication. `isPlatformWide` is false for members in their tenant. */
export const isDangerous = (action: AuditAction, actor: Actor, isPlatformWide: boolean): boolean =>
  isPlatformWide && actor.kind === "user" && actor.isSuperAdmin && DANGEROUS_ACTIONS.has(action);

/**
 * Check that the actor authenticated in this session in the last ten minutes.
 * @throws AppError `PERMISSION_DENIED` with the reason `REAUTHENTICATE`
 */
export function requireRecentAuthentication({ actor, now }: Pick<Context, "actor" | "now">): void {
  const since = actor.kind === "user" ? actor.authenticatedAt?.getTime() : undefined;
  if (since !== undefined && now().getTime() - since < RECENT_AUTHENTICATION_MS) return;
  throw new AppError("PERMISSION_DENIED", "Confirm it’s you to do this.", { reason: "REAUTHENTICATE" });
}
