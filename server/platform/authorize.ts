import type { Permission, TenantRole } from "@/db/schema/vocabulary.ts";
import type { AdminContext, Context, TenantContext } from "./context.ts";
import { AppError, permissionDenied } from "./errors.ts";

const PERMISSIONS_OF_ROLE: Record<TenantRole, ReadonlySet<Permission>> = {
  OWNER: new Set(["MARKETPLACE_PUBLISH", "BUILDS_READ", "BUILDS_CREATE"]),
  DEVELOPER: new Set(["MARKETPLACE_PUBLISH", "BUILDS_READ", "BUILDS_CREATE"]),
  VIEWER: new Set(["BUILDS_READ"]),
};

/** What a role permits; a token permits at most this. */
export function permissionsOfRole(role: TenantRole): ReadonlySet<Permission> {
  return PERMISSIONS_OF_ROLE[role];
}

/** @throws AppError `PERMISSION_DENIED` */
export function requirePermission(ctx: TenantContext, permission: Permission): void {
  if (!ctx.permissions.has(permission)) throw permissionDenied(permission);
}

/** @throws AppError `PERMISSION_DENIED` unless the actor is a signed-in person: tokens make no tokens. */
export function requireUser(ctx: Context): string {
  if (ctx.actor.kind !== "user") {
    throw new AppError("PERMISSION_DENIED", "Only a signed-in person may do this.");
  }
  return ctx.actor.userId;
}

/** @throws AppError `PERMISSION_DENIED` unless the actor is a signed-in owner of the tenant. */
export function requireOwner(ctx: TenantContext): void {
  requireUser(ctx);
  if (ctx.role !== "OWNER")
    throw new AppError("PERMISSION_DENIED", "Only an owner of the tenant may do this.");
}

/** @throws AppError `PERMISSION_DENIED` unless the actor is a Super Admin. */
export function requireSuperAdmin(ctx: Context): AdminContext {
  const { actor } = ctx;
  if (actor.kind !== "user" || !actor.isSuperAdmin) {
    throw new AppError("PERMISSION_DENIED", "Only a Super Admin may do this.");
  }
  return { ...ctx, actor: { ...actor, isSuperAdmin: true } };
}
