import { afterAll, inject } from "vitest";
import { PERMISSIONS, type Permission, type TenantRole } from "@/db/schema/vocabulary.ts";
import { issueToken } from "@/server/identity/tokens.ts";
import { database, type TenantContext, type UserActor } from "@/server/platform/context.ts";
import { completeEnv } from "@/server/platform/env/env.ts";
import { signInMember } from "../support/platform.ts";
import { ENTRY_POINT_ENV } from "./environment.ts";

// What no REST route makes is put behind the entry points by the platform's own code, on a pool of this test file's.
completeEnv({ ...ENTRY_POINT_ENV, DATABASE_URL: inject("entryPoints").databaseUrl, DATABASE_POOL_SIZE: "5" });
afterAll(() => database().close());

/** The database behind the entry points, all tenants of it. */
export const db = () => database().platform.orm;

/** A person's token for a tenant. */
export interface Account {
  tenantId: string;
  userId: string;
  tokenId: string;
  token: string;
  ctx: TenantContext<UserActor>;
}

/** A new member of a new tenant, with a token that permits all that the role does unless told otherwise. */
export async function createAccount(
  options: { role?: TenantRole; permissions?: Permission[] } = {},
): Promise<Account> {
  const ctx = await signInMember(options.role);
  return createToken(ctx, options.permissions ?? PERMISSIONS.filter((p) => ctx.permissions.has(p)));
}

/** Another token of the same person. */
export async function createToken(
  ctx: TenantContext<UserActor>,
  permissions: Permission[],
): Promise<Account> {
  const { userId } = ctx.actor;
  const { id, token } = await issueToken(ctx, userId, { name: "Contract", permissions, expires: 3_600 });
  return { tenantId: ctx.tenant.id, userId, tokenId: id, token, ctx };
}
