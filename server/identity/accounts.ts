import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { namedAs } from "@/db/name-skeleton.ts";
import { users } from "@/db/schema/index.ts";
import { hashPassword } from "../auth/password-hashing.ts";
import type { AccountFields, NewAccount } from "../platform/account/fields.ts";
import type { AuditAction, AuditSubject } from "../platform/audit.ts";
import type { Context, UserActor } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { mutate, read } from "../platform/mutate.ts";

/**
 * Creates an account and, in the same transaction, calls the function that `prepare` returns with the new user's id.
 * If the email address already has an account, everything is rolled back without an error, so that addresses cannot be
 * enumerated; the password is hashed first, so that the response time is the same, also of a rejected request. Errors of `prepare` are thrown in both
 * cases.
 */
export async function createUser(
  ctx: Context,
  action: AuditAction,
  { password, ...account }: NewAccount,
  prepare: (tx: Transaction) => Promise<(userId: string) => Promise<AuditSubject>>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const actor: UserActor = { kind: "user", userId: ctx.newId(), ...account, isSuperAdmin: false };
  const existing = new Error("the email address already has an account");
  try {
    await mutate({ ...ctx, actor }, action, async (tx) => {
      const values = { id: actor.userId, ...account, ...namedAs(account.name), passwordHash };
      const finish = await prepare(tx);
      const [created] = await tx
        .insert(users)
        .values(values)
        .onConflictDoNothing()
        .returning({ id: users.id });
      if (!created) throw existing;
      return { result: undefined, audit: await finish(actor.userId) };
    });
  } catch (error) {
    if (error !== existing) throw error;
  }
}

/** User by e-mail address, case-insensitive. @throws AppError `NOT_FOUND` */
export async function getUserByEmail(ctx: Context, email: string): Promise<{ id: string; name: string }> {
  const user = await read(ctx, (tx) =>
    tx.query.users.findFirst({ where: eq(users.email, email.toLowerCase()) }),
  );
  if (!user) throw notFound("user");
  return { id: user.id, name: user.name };
}

/**
 * Makes a user a Super Admin and creates the user if the address is new. Returns the generated password, or null for a
 * user who has one. For the operator's command line.
 */
export async function createSuperAdmin(
  ctx: Context,
  { email, name }: AccountFields,
): Promise<{ password: string | null }> {
  const password = randomBytes(15).toString("base64url");
  const passwordHash = await hashPassword(password);
  return mutate(ctx, "user.make_super_admin", async (tx) => {
    const [existing] = await tx.select().from(users).where(eq(users.email, email)).for("update");
    const id = existing?.id ?? ctx.newId();
    const keepsPassword = Boolean(existing?.passwordHash);
    const values = { platformRole: "SUPER_ADMIN", ...(!keepsPassword && { passwordHash }) } as const;
    if (existing) await tx.update(users).set(values).where(eq(users.id, id));
    else await tx.insert(users).values({ id, email, ...namedAs(name), ...values });
    return {
      result: { password: keepsPassword ? null : password },
      audit: {
        type: "user",
        id,
        tenantId: null,
        before: { platformRole: existing?.platformRole ?? null, hasPassword: keepsPassword },
        after: { platformRole: "SUPER_ADMIN", hasPassword: true },
      },
    };
  });
}
