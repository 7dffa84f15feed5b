import type { Permission, TenantRole } from "@/db/schema/vocabulary.ts";
import type { AdminContext, Context, TenantContext } from "./context.ts";
import { AppError, permissionDenied } from "./errors.ts";

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

/** Role check for owners of the tenant who are signed in. @throws AppError `PERMISSION_DENIED` */
export function requireOwner(ctx: TenantContext): void {
  requireUser(ctx);
  if (ctx.role !== "OWNER") throw new AppError("PERMISSION_DENIED", "Only a workspace owner can do this.");
}

/** Role check for Super Admins. @throws AppError `PERMISSION_DENIED` */
export function requireSuperAdmin(ctx: Context): AdminContext {
  const { actor } = ctx;
  if (actor.kind !== "user" || !actor.isSuperAdmin) {
    throw new AppError("PERMISSION_DENIED", "Only a Super Admin can do this.");
  }
  return { ...ctx, actor: { ...actor, isSuperAdmin: true } };
}
