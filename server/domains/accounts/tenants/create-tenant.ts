import { eq, like, or } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships, tenants } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { requireUser } from "@/server/core/authorize.ts";
import type { Context, Tenant } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { mutate } from "@/server/core/transactions.ts";
import { AppError } from "@/shared/errors.ts";
import { namedAs } from "@/shared/name-skeleton.ts";
import { createAccount } from "../users/accounts.ts";
import type { SignUp } from "./input.ts";
import { toSlug } from "./policy.ts";

/**
 * Creates a tenant owned by the signed-in user. If sign-up is closed, only for Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `RATE_LIMITED`
 */
export async function createTenant(ctx: Context, name: string): Promise<Tenant> {
  const userId = requireUser(ctx);
  const isSuperAdmin = ctx.actor.kind === "user" && ctx.actor.isSuperAdmin;
  if (!isSuperAdmin) requireOpenSignUp();
  await consumeRateLimit("create-tenant", userId);
  return mutate(ctx, "tenant.create", async (tx) => {
    // A Super Admin makes tenants for others.
    const tenant = await insertTenant(tx, ctx, name, userId, isSuperAdmin ? null : userId);
    return { result: tenant, audit: toAuditSubject(tenant) };
  });
}

/**
 * Creates an account and a tenant that it owns. Does nothing if the e-mail address has an account; see `createAccount`.
 * @throws AppError `PERMISSION_DENIED` if sign-up is closed, `RATE_LIMITED`
 */
export async function signUp(ctx: Context, input: SignUp, address: string): Promise<void> {
  requireOpenSignUp();
  await consumeRateLimit("sign-up-address", address);
  const { tenantName, ...account } = input;
  await createAccount(
    ctx,
    "tenant.sign_up",
    account,
    { isEmailVerified: false },
    async (tx) => async (userId) => {
      return toAuditSubject(await insertTenant(tx, ctx, tenantName, userId, userId));
    },
  );
}

export const isSignUpOpen = (): boolean => env().SIGN_UP === "open";

function requireOpenSignUp(): void {
  if (isSignUpOpen()) return;
  throw new AppError("PERMISSION_DENIED", "Sign-up is closed. Ask your administrator for an invitation.");
}

async function insertTenant(
  tx: Transaction,
  ctx: Context,
  name: string,
  ownerId: string,
  createdBy: string | null,
): Promise<Tenant> {
  const createdAt = ctx.now();
  const id = ctx.newId();
  let slug = await findFreeSlug(tx, ctx, name);
  // Another transaction may take the slug between the query and the insert; then the next free one is tried.
  while (
    !(
      await tx
        .insert(tenants)
        .values({ id, slug, ...namedAs(name), createdBy, createdAt })
        .onConflictDoNothing()
        .returning()
    )[0]
  ) {
    slug = await findFreeSlug(tx, ctx, name);
  }
  await tx.insert(memberships).values({ tenantId: id, userId: ownerId, role: "OWNER", createdAt });
  return { id, slug, name };
}

/** Free slug for a name: the plain one, then with a number up to 99, then with a random suffix. */
async function findFreeSlug(tx: Transaction, ctx: Context, name: string): Promise<string> {
  const base = toSlug(name);
  const rows = await tx
    .select({ slug: tenants.slug })
    .from(tenants)
    .where(or(eq(tenants.slug, base), like(tenants.slug, `${base}-%`)))
    .limit(1_000);
  const taken = new Set(rows.map(({ slug }) => slug));
  const numbered = [base, ...Array.from({ length: 98 }, (_, index) => `${base}-${index + 2}`)];
  return numbered.find((slug) => !taken.has(slug)) ?? `${base}-x${ctx.newId().slice(-12)}`;
}

const toAuditSubject = ({ id, slug, name }: Tenant) => ({
  type: "tenant" as const,
  id,
  tenantId: id,
  after: { slug, name },
});
