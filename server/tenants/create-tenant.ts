import { eq, like, or } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships, tenants } from "@/db/schema/index.ts";
import { consumeRateLimit } from "../auth/rate-limiter.ts";
import { createUser } from "../identity/accounts.ts";
import { requireUser } from "../platform/authorize.ts";
import type { Context, Tenant } from "../platform/context.ts";
import { env } from "../platform/env/env.ts";
import { AppError } from "../platform/errors.ts";
import { mutate } from "../platform/mutate.ts";
import type { SignUp } from "./input.ts";
import { slugFor } from "./policy.ts";

/**
 * Makes a tenant whose owner is the signed-in person. Where sign-up is closed only Super Admins may.
 * @throws AppError `PERMISSION_DENIED`, `RATE_LIMITED`
 */
export async function createTenant(ctx: Context, name: string): Promise<Tenant> {
  const userId = requireUser(ctx);
  const isSuperAdmin = ctx.actor.kind === "user" && ctx.actor.isSuperAdmin;
  if (!isSuperAdmin) requireOpenSignUp();
  await consumeRateLimit("make-tenant", userId);
  return mutate(ctx, "tenant.create", async (tx) => {
    const tenant = await insertTenant(tx, ctx, name, userId);
    return { result: tenant, audit: auditOf(tenant) };
  });
}

/**
 * Makes an account and a tenant that it owns; nothing, and the same answer, where the e-mail address has an account.
 * @throws AppError `PERMISSION_DENIED` where sign-up is closed, `RATE_LIMITED`
 */
export async function signUp(ctx: Context, input: SignUp, address: string): Promise<void> {
  requireOpenSignUp();
  await consumeRateLimit("sign-up-address", address);
  const { tenantName, ...person } = input;
  await createUser(ctx, "tenant.sign_up", person, async (tx) => async (userId) => {
    return auditOf(await insertTenant(tx, ctx, tenantName, userId));
  });
}

/** Whether people may make accounts and tenants by themselves. */
export const isSignUpOpen = (): boolean => env().SIGN_UP === "open";

function requireOpenSignUp(): void {
  if (isSignUpOpen()) return;
  throw new AppError("PERMISSION_DENIED", "Sign-up is closed here. Ask the people who run this Drydock.");
}

async function insertTenant(tx: Transaction, ctx: Context, name: string, ownerId: string): Promise<Tenant> {
  const createdAt = ctx.now();
  const id = ctx.newId();
  let slug = await findFreeSlug(tx, ctx, name);
  // Somebody else may take the slug between the look and the write; then the next one is looked for.
  while (
    !(await tx.insert(tenants).values({ id, slug, name, createdAt }).onConflictDoNothing().returning())[0]
  ) {
    slug = await findFreeSlug(tx, ctx, name);
  }
  await tx.insert(memberships).values({ tenantId: id, userId: ownerId, role: "OWNER", createdAt });
  return { id, slug, name };
}

/** Made of the name; with a number, or then with chance, where others have it. */
async function findFreeSlug(tx: Transaction, ctx: Context, name: string): Promise<string> {
  const base = slugFor(name);
  const rows = await tx
    .select({ slug: tenants.slug })
    .from(tenants)
    .where(or(eq(tenants.slug, base), like(tenants.slug, `${base}-%`)))
    .limit(1_000);
  const taken = new Set(rows.map(({ slug }) => slug));
  const numbered = [base, ...Array.from({ length: 98 }, (_, index) => `${base}-${index + 2}`)];
  return numbered.find((slug) => !taken.has(slug)) ?? `${base}-x${ctx.newId().slice(-12)}`;
}

const auditOf = ({ id, slug, name }: Tenant) => ({
  type: "tenant" as const,
  id,
  tenantId: id,
  after: { slug, name },
});
