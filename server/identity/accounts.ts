import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { hashPassword } from "@/db/password.ts";
import { users } from "@/db/schema/index.ts";
import type { AuditAction, AuditSubject } from "../platform/audit.ts";
import type { Context, UserActor } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { mutate, read } from "../platform/mutate.ts";

/**
 * Makes an account and does, in the same transaction, what `prepare` gives back for its person; what `prepare` itself
 * refuses, it refuses everybody. Where the e-mail address has an account already nothing happens, and nobody is told:
 * the work is the same, and only signing in, which is limited by itself, tells whether the password fits.
 */
export async function createUser(
  ctx: Context,
  action: AuditAction,
  { password, ...person }: { email: string; name: string; password: string },
  prepare: (tx: Transaction) => Promise<(userId: string) => Promise<AuditSubject>>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const actor: UserActor = { kind: "user", userId: ctx.newId(), ...person, isSuperAdmin: false };
  const known = new Error("the e-mail address has an account");
  try {
    await mutate({ ...ctx, actor }, action, async (tx) => {
      const values = { id: actor.userId, ...person, passwordHash };
      const changeFor = await prepare(tx);
      const [created] = await tx
        .insert(users)
        .values(values)
        .onConflictDoNothing()
        .returning({ id: users.id });
      if (!created) throw known;
      return { result: undefined, audit: await changeFor(actor.userId) };
    });
  } catch (error) {
    if (error !== known) throw error;
  }
}

/** The person with an e-mail address, in any case. @throws AppError `NOT_FOUND` */
export async function findUserByEmail(ctx: Context, email: string): Promise<{ id: string; name: string }> {
  const user = await read(ctx, (tx) =>
    tx.query.users.findFirst({ where: eq(users.email, email.toLowerCase()) }),
  );
  if (!user) throw notFound("user");
  return { id: user.id, name: user.name };
}

/**
 * Makes a person a Super Admin, and makes the person first where nobody has the address yet. Returned is the password
 * that they get, which is null where they have one: they keep it. For the operator's command line.
 */
export async function createSuperAdmin(
  ctx: Context,
  input: { email: string; name: string },
): Promise<{ password: string | null }> {
  const email = input.email.toLowerCase();
  const password = randomBytes(15).toString("base64url");
  const passwordHash = await hashPassword(password);
  return mutate(ctx, "user.make_super_admin", async (tx) => {
    const [known] = await tx.select().from(users).where(eq(users.email, email)).for("update");
    const id = known?.id ?? ctx.newId();
    const keepsPassword = Boolean(known?.passwordHash);
    const values = { platformRole: "SUPER_ADMIN", ...(!keepsPassword && { passwordHash }) } as const;
    if (known) await tx.update(users).set(values).where(eq(users.id, id));
    else await tx.insert(users).values({ id, email, name: input.name, ...values });
    return {
      result: { password: keepsPassword ? null : password },
      audit: {
        type: "user",
        id,
        tenantId: null,
        before: { platformRole: known?.platformRole ?? null, hasPassword: keepsPassword },
        after: { platformRole: "SUPER_ADMIN", hasPassword: true },
      },
    };
  });
}
