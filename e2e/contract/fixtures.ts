import { afterAll, inject } from "vitest";
import { database, type TenantContext, type UserActor } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { issueToken } from "@/server/domains/accounts/tokens/service.ts";
import { PERMISSIONS, type Permission, type TenantRole } from "@/shared/vocabulary.ts";
import { signInMember } from "../support/platform.ts";
import { ENTRY_POINT_ENV } from "./environment.ts";

// Rows and archives that no REST route creates are written by services, on a pool of this test file.
const { databaseUrl, objects } = inject("entryPoints");
completeEnv({
  ...ENTRY_POINT_ENV,
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: "5",
  STORAGE_URL: `file://${objects}`,
});
afterAll(() => database().close());

/** The entry points' database, for all tenants. */
export const db = () => database().systemDb.orm;

/** API token of a user and tenant. */
export interface Account {
  tenantId: string;
  userId: string;
  tokenId: string;
  token: string;
  ctx: TenantContext<UserActor>;
}

/** New member of a new tenant, with a token. Default permissions: all of the role. */
export async function createAccount(
  options: { role?: TenantRole; permissions?: Permission[] } = {},
): Promise<Account> {
  const ctx = await signInMember(options.role);
  return createToken(ctx, options.permissions ?? PERMISSIONS.filter((p) => ctx.permissions.has(p)));
}

/** Another token of the same user. */
export async function createToken(
  ctx: TenantContext<UserActor>,
  permissions: Permission[],
): Promise<Account> {
  const { userId } = ctx.actor;
  const { id, token } = await issueToken(ctx, userId, { name: "Contract", permissions, expires: 3_600 });
  return { tenantId: ctx.tenant.id, userId, tokenId: id, token, ctx };
}
