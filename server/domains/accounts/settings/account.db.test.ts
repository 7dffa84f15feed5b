import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild, createMembership, createTenant, createUser } from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import {
  apiTokens,
  auditLog,
  builds,
  mails,
  memberships,
  recoveryCodes,
  userIdentities,
  users,
} from "@/db/schema/index.ts";
import { mailsTo } from "@/e2e/support/email-links.ts";
import { openSession, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { consumeRateLimit, RATE_LIMITS } from "@/server/auth/rate-limits/rate-limiter.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import { signInWithPassword } from "@/server/auth/sign-in/password.ts";
import { permissionsOfRole } from "@/server/core/authorize.ts";
import { createContext, database, enterTenant, systemContext } from "@/server/core/context.ts";
import { revokeOwnToken } from "@/server/domains/accounts/tokens/service.ts";
import { createToken, listOwnTokens } from "../tokens/service.ts";
import { deleteAccount } from "./delete-account.ts";
import { changePassword } from "./password.ts";
import { getAccount, renameUser } from "./service.ts";

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
      { kind: "token", tokenId: randomUUID(), userId: ctx.actor.userId, isEmailVerified: true } as const,
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
    changePassword(ctx, { currentPassword, newPassword: NEW }, { address });

  it("replaces the password, ends all sessions and stores no password in its audit row", async () => {
    const ctx = await signIn();
    const { userId, email } = ctx.actor;
    expect(await change(ctx)).toEqual({ sessionVersion: 2, tokens: [] });
    expect(await (await openSession({ userId, sessionVersion: 1 })).owner()).toBeNull();
    expect(await (await openSession({ userId, sessionVersion: 2 })).owner()).toMatchObject({ userId });
    const attempt = (password: string) =>
      signInWithPassword(systemContext("test"), { email, password }, randomUUID());
    expect(await attempt(OLD)).toBeNull();
    expect(await attempt(NEW)).toMatchObject({ userId, sessionVersion: 2 });
    expect(await mailsTo(email, "SECURITY")).toMatchObject([{ subject: "Your password was changed" }]);
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

  it("counts wrong passwords within the limits of sign-in, which leave a known browser its own", async () => {
    const ctx = await signIn();
    const { points } = RATE_LIMITS["sign-in-account"];
    for (let count = 0; count < points; count += 1)
      await consumeRateLimit("sign-in-account", ctx.actor.userId);
    await expect(change(ctx)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    const known = { address: randomUUID(), device: randomUUID() };
    expect(await changePassword(ctx, { currentPassword: OLD, newPassword: NEW }, known)).toMatchObject({
      sessionVersion: 2,
    });
    for (let count = 0; count < RATE_LIMITS["sign-in-device"].points; count += 1)
      await consumeRateLimit("sign-in-device", `${ctx.actor.userId} ${known.device}`);
    await expect(deleteAccount(ctx, { password: NEW }, known)).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
  });

  it("refuses the email address as a password, and accounts without one", async () => {
    const ctx = await signIn({ email: "ada.lovelace@drydock.test" });
    const input = { currentPassword: OLD, newPassword: "ada.lovelace1815" };
    await expect(changePassword(ctx, input, { address: randomUUID() })).rejects.toMatchObject({
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
    const notices = await mailsTo(ctx.actor.email, "SECURITY");
    expect(notices).toHaveLength(2);
    for (const { text } of notices) expect(text).toMatch(/Review API tokens:\n\S*\/account\/tokens\n/);
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

describe("deleteAccount", () => {
  const remove = (ctx: Awaited<ReturnType<typeof signIn>>, password = OLD) =>
    deleteAccount(ctx, { password }, { address: randomUUID() });

  async function join(userId: string, role: "OWNER" | "DEVELOPER", name: string) {
    const tenant = await createTenant(orm(), { name });
    await createMembership(orm(), { tenantId: tenant.id, userId, role });
    return tenant;
  }

  it("forgets the user, frees the address and keeps what refers to the row", async () => {
    const ctx = await signIn({ name: "Ada" });
    const { userId, email } = ctx.actor;
    const tenant = await join(userId, "DEVELOPER", "Yard");
    const inTenant = enterTenant(ctx, {
      tenant,
      role: "DEVELOPER",
      permissions: permissionsOfRole("DEVELOPER"),
    });
    await createToken(inTenant, { name: "CI", permissions: [], expires: 3_600 });
    await orm().insert(userIdentities).values({ provider: "github", providerAccountId: userId, userId });
    await orm().insert(recoveryCodes).values({ userId, digest: "digest" });
    const app = await createApp(orm(), { tenantId: tenant.id });
    const build = await createBuild(orm(), { tenantId: tenant.id, appId: app.id, createdBy: userId });
    await orm().update(mails).set({ state: "SENT", sentAt: new Date() }).where(eq(mails.userId, userId));
    await remove(ctx);

    const user = await orm().query.users.findFirst({ where: eq(users.id, userId) });
    expect(user).toMatchObject({ name: "Deleted user", passwordHash: null, emailVerifiedAt: null });
    expect(JSON.stringify(user)).not.toContain(email);
    expect(await (await openSession({ userId, sessionVersion: 1 })).owner()).toBeNull();
    expect(await (await openSession({ userId, sessionVersion: 2 })).owner()).toBeNull();
    for (const table of [memberships, apiTokens, userIdentities, recoveryCodes])
      expect(await orm().$count(table, eq(table.userId, userId))).toBe(0);
    expect(await orm().$count(builds, and(eq(builds.id, build.id), eq(builds.createdBy, userId)))).toBe(1);
    expect(await auditOf(userId, "user.delete")).toMatchObject([
      { before: null, after: { redactedEntries: 0 } },
    ]);
    expect(await auditOf(userId, "membership.leave")).toMatchObject([{ tenantId: tenant.id }]);
    expect(await mailsTo(email)).toMatchObject([{ subject: "Your account was deleted" }]);
    await expect(createUser(orm(), { email })).resolves.toMatchObject({ email });
  });

  it("is refused to the last owner of a workspace, with its name, and changes nothing", async () => {
    const ctx = await signIn();
    const { userId } = ctx.actor;
    const [alone, shared] = [
      await join(userId, "OWNER", "Alone Yard"),
      await join(userId, "OWNER", "Shared Yard"),
    ];
    const other = await createUser(orm());
    await createMembership(orm(), { tenantId: shared.id, userId: other.id, role: "OWNER" });
    await expect(remove(ctx)).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: "You are the last owner of Alone Yard. Make another member an owner first.",
    });
    expect(await orm().$count(memberships, eq(memberships.userId, userId))).toBe(2);
    await createMembership(orm(), { tenantId: alone.id, userId: other.id, role: "OWNER" });
    await remove(ctx);
  });

  it("leaves an owner when two owners delete their accounts at once", async () => {
    const [one, two] = [await signIn(), await signIn()];
    const tenant = await join(one.actor.userId, "OWNER", "Yard");
    await createMembership(orm(), { tenantId: tenant.id, userId: two.actor.userId, role: "OWNER" });
    const results = await Promise.allSettled([remove(one), remove(two)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await orm().$count(memberships, eq(memberships.tenantId, tenant.id))).toBe(1);
  });

  it("needs the password of a user who has one, and a session", async () => {
    const ctx = await signIn();
    for (const input of [{}, { password: "wrong" }]) {
      await expect(deleteAccount(ctx, input, { address: randomUUID() })).rejects.toMatchObject({
        problems: [{ path: "password" }],
      });
    }
    await expect(deleteAccount(systemContext("public"), {}, { address: randomUUID() })).rejects.toMatchObject(
      {
        code: "PERMISSION_DENIED",
      },
    );
  });

  it("needs a recent authentication of a user without a password", async () => {
    const ctx = await signIn({ passwordHash: null });
    const authenticated = (minutesAgo: number) => ({
      ...ctx,
      actor: { ...ctx.actor, authenticatedAt: new Date(Date.now() - minutesAgo * 60_000) },
    });
    for (const stale of [ctx, authenticated(11)]) {
      await expect(deleteAccount(stale, {}, { address: randomUUID() })).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
      });
    }
    await deleteAccount(authenticated(1), {}, { address: randomUUID() });
  });
});
