import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createMembership, createTenant, createUser } from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import { auditLog, users } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { consumeRateLimit, RATE_LIMITS } from "../auth/rate-limiter.ts";
import { createSession, signInWithPassword, toUserActor } from "../auth/sessions.ts";
import { createToken } from "../identity/tokens.ts";
import { permissionsOfRole } from "../platform/authorize.ts";
import { createContext, database, enterTenant, systemContext } from "../platform/context.ts";
import { changePassword } from "./password.ts";
import { getAccount, renameUser } from "./service.ts";
import { listOwnTokens, revokeOwnToken } from "./tokens.ts";

setUpPlatform();

const OLD = "correct horse battery staple";
const NEW = "another horse battery staple";
const orm = () => database().systemDb.orm;

async function signIn(values = {}) {
  const user = await createUser(orm(), { passwordHash: await hashPassword(OLD), ...values });
  return createContext(toUserActor(user), randomUUID());
}

const auditOf = (userId: string, action: string) =>
  orm()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.action, action)));

describe("renameUser", () => {
  it("changes the name with its audit row; others and API tokens cannot", async () => {
    const ctx = await signIn({ name: "Ada" });
    await renameUser(ctx, "Ada Lovelace");
    expect(await getAccount(ctx)).toMatchObject({ name: "Ada Lovelace", hasPassword: true, providers: [] });
    expect(await auditOf(ctx.actor.userId, "user.rename")).toMatchObject([
      { before: { name: "Ada" }, after: { name: "Ada Lovelace" } },
    ]);
    for (const actor of [
      { kind: "token", tokenId: randomUUID(), userId: ctx.actor.userId } as const,
      { kind: "system", name: "public" } as const,
    ]) {
      await expect(renameUser(createContext(actor), "Mallory")).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
      });
    }
  });
});

describe("changePassword", () => {
  const change = (ctx: Awaited<ReturnType<typeof signIn>>, currentPassword = OLD, address = randomUUID()) =>
    changePassword(ctx, { currentPassword, newPassword: NEW }, address);

  it("replaces the password, ends all sessions and stores no password in its audit row", async () => {
    const ctx = await signIn();
    const { userId, email } = ctx.actor;
    expect(await change(ctx)).toBe(2);
    expect(await createSession({ userId, sessionVersion: 1 }).owner()).toBeNull();
    expect(await createSession({ userId, sessionVersion: 2 }).owner()).toMatchObject({ userId });
    const attempt = (password: string) =>
      signInWithPassword(systemContext("test"), { email, password }, randomUUID());
    expect(await attempt(OLD)).toBeNull();
    expect(await attempt(NEW)).toEqual({ userId, sessionVersion: 2 });
    expect(await auditOf(userId, "user.change_password")).toMatchObject([
      { actorId: userId, before: null, after: null },
    ]);
  });

  it("refuses a wrong password at its field and changes nothing", async () => {
    const ctx = await signIn();
    await expect(change(ctx, "wrong")).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      problems: [{ path: "currentPassword" }],
    });
    expect(await orm().query.users.findFirst({ where: eq(users.id, ctx.actor.userId) })).toMatchObject({
      sessionVersion: 1,
    });
  });

  it("counts wrong passwords within the limits of sign-in", async () => {
    const ctx = await signIn();
    const { points } = RATE_LIMITS["sign-in-account"];
    for (let count = 0; count < points; count += 1)
      await consumeRateLimit("sign-in-account", ctx.actor.email);
    await expect(change(ctx)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  it("refuses the email address as a password, and accounts without one", async () => {
    const ctx = await signIn({ email: "ada.lovelace@drydock.test" });
    const input = { currentPassword: OLD, newPassword: "ada.lovelace1815" };
    await expect(changePassword(ctx, input, randomUUID())).rejects.toMatchObject({
      problems: [{ path: "newPassword" }],
    });
    await expect(change(await signIn({ passwordHash: null }))).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
  });

  it("has one winner among concurrent changes", async () => {
    const ctx = await signIn();
    const results = await Promise.allSettled(Array.from({ length: 3 }, () => change(ctx)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("API tokens of the account", () => {
  it("lists those of all tenants, and revokes only one's own", async () => {
    const ctx = await signIn();
    const created: string[] = [];
    for (const role of ["OWNER", "VIEWER"] as const) {
      const tenant = await createTenant(orm());
      await createMembership(orm(), { tenantId: tenant.id, userId: ctx.actor.userId, role });
      const inTenant = enterTenant(ctx, { tenant, role, permissions: permissionsOfRole(role) });
      created.unshift((await createToken(inTenant, { name: role, permissions: [], expires: 3_600 })).id);
    }
    const { tokens, total } = await listOwnTokens(ctx, { limit: 50 });
    expect([tokens.map(({ id }) => id), total]).toEqual([created, 2]);

    const other = await signInMember("OWNER");
    expect((await listOwnTokens(other, { limit: 50 })).tokens).toEqual([]);
    const [tokenId = ""] = created;
    await expect(revokeOwnToken(other, tokenId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await revokeOwnToken(ctx, tokenId);
    await expect(revokeOwnToken(ctx, tokenId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listOwnTokens(ctx, { limit: 50 })).tokens.map(({ id }) => id)).toEqual(created.slice(1));
    const audit = await auditOf(tokenId, "api_token.revoke");
    expect(audit).toMatchObject([{ actorId: ctx.actor.userId, before: { name: "VIEWER" } }]);
  });
});
