import { randomUUID } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createUser } from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import { auditLog, invitations, users } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import { recordAudit } from "@/server/core/audit.ts";
import { type Context, createContext, database, userIdOf } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { createInvitation } from "../members/invitations.ts";
import { deleteAccount } from "./delete-account.ts";
import { renameUser } from "./service.ts";

setUpPlatform();

const PASSWORD = "correct horse battery staple";
const PERSONAL = new Set(["name", "email"]);
const orm = () => database().systemDb.orm;

async function signIn(name: string) {
  const user = await createUser(orm(), { name, passwordHash: await hashPassword(PASSWORD) });
  return createContext(toUserActor(user), randomUUID());
}

describe("the audit log of a deleted account", () => {
  it("leaves neither names nor addresses in the audit log, and who did what and when", async () => {
    const [ctx, other] = [await signIn("Ada"), await signIn("Grace")];
    const { userId } = ctx.actor;
    for (const { actor } of [ctx, other]) await renameUser(createContext(actor), `${actor.name} L.`);
    await recordAddresses(ctx, "ada@old.test", "ada@new.test");
    const invited = await inviteTo("ada@old.test", userId);
    const open = await inviteTo("grace@old.test", null);
    const entriesAbout = (...ids: string[]) =>
      orm().select().from(auditLog).where(inArray(auditLog.subjectId, ids)).orderBy(auditLog.id);
    const before = await entriesAbout(userId, invited, open, other.actor.userId);
    await deleteAccount(ctx, { password: PASSWORD }, { address: randomUUID() });

    const after = await entriesAbout(userId, invited, open, other.actor.userId);
    expect(after.slice(0, before.length)).toEqual(
      before.map((entry) => {
        const isAda = [userId, invited].includes(entry.subjectId);
        const redact = (fields: unknown) =>
          fields &&
          Object.fromEntries(
            Object.entries(fields).map(([key, value]) => [key, PERSONAL.has(key) ? "[deleted]" : value]),
          );
        return isAda ? { ...entry, before: redact(entry.before), after: redact(entry.after) } : entry;
      }),
    );
    expect(
      JSON.stringify(after.filter(({ subjectId }) => [userId, invited].includes(subjectId))),
    ).not.toMatch(/Ada|ada@/);
    expect(after.at(-1)).toMatchObject({ action: "user.delete", after: { redactedEntries: 3 } });
    const rows = await orm()
      .select()
      .from(invitations)
      .where(inArray(invitations.id, [invited, open]))
      .orderBy(invitations.email);
    expect(rows).toMatchObject([{ email: "grace@old.test" }, { name: null, email: null }]);
  });

  const recordAddresses = (ctx: Context, from: string, to: string) =>
    withTransaction(ctx, (joined) =>
      recordAudit(joined.open.tx, ctx, "user.change_email", {
        type: "user",
        id: userIdOf(ctx.actor) ?? "",
        tenantId: null,
        before: { email: from },
        after: { email: to },
      }),
    );

  /** Invitation to an address, accepted or open. @returns its id */
  async function inviteTo(email: string, acceptedBy: string | null): Promise<string> {
    const owner = await signInMember("OWNER");
    const { id } = await createInvitation(owner, { name: "Ada", email, role: "DEVELOPER", days: 7 });
    const accepted = acceptedBy && { acceptedBy, acceptedAt: new Date() };
    if (accepted) await orm().update(invitations).set(accepted).where(eq(invitations.id, id));
    return id;
  }

  it.each([
    ["an account that exists", false, {}],
    ["another field", true, { action: "x" }],
    ["other text", true, { after: { name: "Eve" } }],
  ])("admits no change of an entry of %s", async (_, isDeleted, change) => {
    const ctx = await signIn("Ada");
    await renameUser(ctx, "Ada L.");
    const { userId } = ctx.actor;
    if (isDeleted)
      await orm()
        .update(users)
        .set({ deletedAt: new Date(), disabledAt: new Date() })
        .where(eq(users.id, userId));
    const redacted = { before: sql`redact_audit_fields(before)`, after: sql`redact_audit_fields(after)` };
    await expect(
      orm()
        .update(auditLog)
        .set({ ...redacted, ...change })
        .where(eq(auditLog.subjectId, userId)),
    ).rejects.toMatchObject({ cause: { message: "the audit log is append-only" } });
  });
});
