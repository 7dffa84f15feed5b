import { namedAs } from "../../shared/name-skeleton.ts";
import { apiTokens, memberships, tenants, users } from "../schema/index.ts";
import { readRows } from "./data.ts";
import type { History } from "./history.ts";

export type Accounts = ReturnType<typeof planAccounts>;

/**
 * Tenants, people and their API tokens. The tokens are records only: alive, expired and revoked ones that were never
 * signed. All people have the same `passwordHash`.
 */
export function planAccounts(now: Date, passwordHash: string | null, history: History) {
  const people = readRows(users, now).map((user) => ({
    ...user,
    ...namedAs(user.name),
    passwordHash,
    emailVerifiedAt: user.createdAt ?? now,
  }));
  const roles = readRows(memberships, now);
  const tokens = readRows(apiTokens, now);
  for (const token of tokens) auditToken(token, history);
  return {
    tenants: readRows(tenants, now).map((tenant) => ({ ...tenant, ...namedAs(tenant.name) })),
    users: people,
    memberships: roles,
    tokens,
    /** Super Admin who decides on listings and gets warnings about failing endpoints. */
    adminId: found(people.find(({ platformRole }) => platformRole === "SUPER_ADMIN")).id,
    /** Member who builds and publishes for a tenant. */
    developerOf: (tenantId: string) =>
      found(roles.find((role) => role.tenantId === tenantId && role.role === "DEVELOPER")).userId,
  };
}

function auditToken(token: ReturnType<typeof readRows<typeof apiTokens>>[number], history: History): void {
  const { id, tenantId, userId, name, permissions, expiresAt, createdAt, revokedAt } = token;
  const about = { tenantId, actorId: userId, subjectType: "api_token", subjectId: id };
  const after = { name, permissions, userId, expiresAt };
  history.audit({ ...about, action: "api_token.create", after, at: createdAt });
  if (revokedAt) history.audit({ ...about, action: "api_token.revoke", before: { name }, at: revokedAt });
}

function found<T>(row: T | undefined): T {
  if (!row) throw new Error("the demo lacks a Super Admin or a tenant's developer");
  return row;
}
