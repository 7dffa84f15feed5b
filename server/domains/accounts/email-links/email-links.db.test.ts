import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, isNull, like } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createMembership, createTenant, createUser } from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import {
  apiTokens,
  auditLog,
  authenticationChallenges,
  emailLinks,
  invitations,
  mails,
  memberships,
  passkeys,
  recoveryCodes,
  totpFactors,
  users,
} from "@/db/schema/index.ts";
import { mailedSecret, mailsTo, runLinkJobs } from "@/e2e/support/email-links.ts";
import {
  atTime,
  NIL_ID,
  openSession,
  setUpPlatform,
  signInAdmin,
  signInMember,
  withSession,
} from "@/e2e/support/platform.ts";
import { signInUserWithTotp } from "@/e2e/support/second-factors.ts";
import { RATE_LIMITS } from "@/server/auth/rate-limits/rate-limiter.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import { findByIdentity } from "@/server/auth/sign-in/external.ts";
import { signInWithPassword } from "@/server/auth/sign-in/password.ts";
import { createContext, database, enterTenant, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { Search } from "@/server/domains/search/input.ts";
import { searchPlatform } from "@/server/domains/search/search-platform.ts";
import { MAX_MAILS_PER_RECEIVER } from "@/server/mail/queue-mail.ts";
import { HOUR_MS } from "@/shared/time.ts";
import { createInvitation } from "../members/invitations.ts";
import { joinAsNewUser } from "../members/join.ts";
import { startSecondStep } from "../second-factors/second-step.ts";
import { regenerateRecoveryCodes } from "../second-factors/service.ts";
import {
  cancelEmailChange,
  confirmEmail,
  requestEmailChange,
  resendVerification,
} from "../settings/email-address.ts";
import { changePassword } from "../settings/password.ts";
import { getAccount } from "../settings/service.ts";
import { signUp } from "../tenants/create-tenant.ts";
import { createToken } from "../tokens/service.ts";
import { createSuperAdmin, getUserByEmail } from "../users/accounts.ts";
import { grantSuperAdmin } from "../users/administer.ts";
import { ListUsers } from "../users/input.ts";
import { getUser, listUsers } from "../users/list-users.ts";
import { adminSendResetLink, adminVerifyEmail, createResetPath } from "../users/recovery.ts";
import type { ResetPassword } from "./input.ts";
import { getEmailLink } from "./links.ts";
import { requestReset, resetPassword } from "./reset-password.ts";

setUpPlatform();
beforeEach(() => void completeEnv({ SECRETS_KEY: randomBytes(32).toString("base64") }));

const OLD = "correct horse battery staple";
const NEW = "another horse battery staple";
const NOT_FOUND = { code: "NOT_FOUND" };
const orm = () => database().systemDb.orm;
const anybody = () => systemContext("public");
const address = () => randomUUID();
const client = () => ({ address: address() });
const newEmail = () => `${randomUUID()}@drydock.test`;

let oldHash: Promise<string> | undefined;

async function signIn(values: Parameters<typeof createUser>[1] = {}) {
  oldHash ??= hashPassword(OLD);
  const user = await createUser(orm(), { passwordHash: await oldHash, ...values });
  return createContext(toUserActor(user));
}
const signInUnverified = (email = newEmail()) => signIn({ email, emailVerifiedAt: null });

const attempt = (email: string, password: string) =>
  signInWithPassword(anybody(), { email, password }, address());
const reset = (token: string, ctx = anybody(), ends: ResetPassword["ends"] = []) =>
  resetPassword(ctx, { token, password: NEW, ends, keepsAccount: false }, address());
const userById = (id: string) => orm().query.users.findFirst({ where: eq(users.id, id) });
const auditOf = (userId: string, action: string) =>
  orm()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.action, action)));

async function requestLink(email: string) {
  await requestReset(anybody(), email, address());
  return mailedSecret(email, "RESET_PASSWORD");
}

const later = (minutes: number) => atTime(anybody(), Date.now() + minutes * 60_000);

describe("a reset link", () => {
  it("sets a new password once, ends all sessions and tells the address", async () => {
    const { actor } = await signIn();
    const { userId, email } = actor;
    const token = await requestLink(email);
    expect(await getEmailLink(anybody(), token, address())).toMatchObject({ kind: "RESET_PASSWORD", email });
    await reset(token);
    expect(await attempt(email, OLD)).toBeNull();
    expect(await attempt(email, NEW)).toMatchObject({ userId, sessionVersion: 2 });
    expect(await (await openSession({ userId, sessionVersion: 1 })).owner()).toBeNull();
    expect(await mailsTo(email, "SECURITY")).toMatchObject([{ subject: "Your password was changed" }]);
    await expect(reset(token)).rejects.toMatchObject(NOT_FOUND);
    await expect(getEmailLink(anybody(), token, address())).rejects.toMatchObject(NOT_FOUND);
    expect(await auditOf(userId, "user.send_reset_link")).toHaveLength(1);
    expect(await auditOf(userId, "user.reset_password")).toMatchObject([{ actorId: userId }]);
  });

  it("is stored as a digest and stands in no audit row", async () => {
    const { actor } = await signIn();
    const token = await requestLink(actor.email);
    const rows = await orm().select().from(emailLinks).where(eq(emailLinks.userId, actor.userId));
    const audit = await orm().select().from(auditLog).where(eq(auditLog.subjectId, actor.userId));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([rows, audit])).not.toContain(token);
  });

  it("expires after 30 minutes", async () => {
    const { actor } = await signIn();
    const token = await requestLink(actor.email);
    await expect(reset(token, later(31))).rejects.toMatchObject(NOT_FOUND);
    await expect(getEmailLink(later(31), token, address())).rejects.toMatchObject(NOT_FOUND);
    await reset(token, later(29));
  });

  it("has one winner among ten uses at once, and the others end with it", async () => {
    const { actor } = await signIn();
    const [first, second] = [await requestLink(actor.email), await requestLink(actor.email)];
    const tokens = Array.from({ length: 10 }, (_, index) => (index % 2 ? first : second));
    // Two hashes run at once, and the others wait.
    const results = await Promise.allSettled(tokens.map((token) => reset(token)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await userById(actor.userId))?.sessionVersion).toBe(2);
    for (const token of [first, second]) await expect(reset(token)).rejects.toMatchObject(NOT_FOUND);
  });

  it("cannot be guessed: unknown, altered and foreign secrets are one error, within a limit per address", async () => {
    const { actor } = await signIn();
    const token = await requestLink(actor.email);
    const verification = await signInUnverified();
    await resendVerification(verification);
    const guesses = ["", "guess", `${token}x`, token.slice(1), token.toLowerCase(), token.replace(/.$/, "-")];
    const others = [...guesses, await mailedSecret(verification.actor.email, "VERIFY_ADDRESS")];
    const errors = [];
    for (const guess of others.filter((guess) => guess !== token))
      errors.push(await reset(guess).catch((error: Error) => error.message));
    expect(new Set(errors).size).toBe(1);
    const from = address();
    for (let count = 0; count < RATE_LIMITS["email-link-address"].points; count += 1)
      await getEmailLink(anybody(), "guess", from).catch(() => undefined);
    await expect(
      resetPassword(anybody(), { token, password: NEW, ends: [], keepsAccount: false }, from),
    ).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
  });

  it("ends with a change of the address, and is not given to disabled users", async () => {
    const ctx = await signIn();
    const token = await requestLink(ctx.actor.email);
    const email = newEmail();
    await requestEmailChange(ctx, { email, password: OLD }, client());
    await confirmEmail(ctx, await mailedSecret(email, "VERIFY_ADDRESS"), address());
    await expect(reset(token)).rejects.toMatchObject(NOT_FOUND);
    const disabled = await signIn({ disabledAt: new Date() });
    await expect(requestLink(disabled.actor.email)).rejects.toThrow("no RESET_PASSWORD was mailed");
  });

  it("ends with a change of the password, and its use ends an address change", async () => {
    const ctx = await signIn();
    const first = await requestLink(ctx.actor.email);
    await changePassword(ctx, { currentPassword: OLD, newPassword: NEW }, client());
    await expect(reset(first)).rejects.toMatchObject(NOT_FOUND);
    const email = newEmail();
    await requestEmailChange(ctx, { email, password: NEW }, client());
    const change = await mailedSecret(email, "VERIFY_ADDRESS");
    await reset(await requestLink(ctx.actor.email));
    await expect(confirmEmail(ctx, change, address())).rejects.toMatchObject(NOT_FOUND);
  });

  it("gives a password to an account of a sign-in provider, which keeps its provider", async () => {
    const identity = { provider: "github", accountId: randomUUID(), email: newEmail(), name: "Grace" };
    const claim = await findByIdentity(anybody(), identity);
    await reset(await requestLink(identity.email));
    expect(await attempt(identity.email, NEW)).toMatchObject({ userId: claim?.userId, sessionVersion: 2 });
    expect(await findByIdentity(anybody(), identity)).toMatchObject({ userId: claim?.userId });
  });

  it("refuses the email address as a password and stays valid", async () => {
    const { actor } = await signIn({ email: "grace.hopper.reset@drydock.test" });
    const token = await requestLink(actor.email);
    await expect(
      resetPassword(
        anybody(),
        { token, password: "grace.hopper.reset1", ends: [], keepsAccount: false },
        address(),
      ),
    ).rejects.toMatchObject({ problems: [{ path: "password" }] });
    await reset(token);
  });

  it("is requested for unknown addresses alike, without a mail, within limits per account", async () => {
    const unknown = newEmail();
    await expect(requestReset(anybody(), unknown, address())).resolves.toBeUndefined();
    await runLinkJobs();
    expect(await mailsTo(unknown)).toEqual([]);
    for (const email of [unknown, (await signIn()).actor.email]) {
      const spent = email === unknown ? 1 : 0;
      for (let count = spent; count < RATE_LIMITS["reset-account"].points; count += 1)
        await requestReset(anybody(), email, address());
      await expect(requestReset(anybody(), email, address())).rejects.toMatchObject({ code: "RATE_LIMITED" });
    }
  });

  it("of an address beyond ASCII is found as a person types it, and in punycode", async () => {
    const name = randomUUID();
    const { actor } = await signIn({ email: `${name}@xn--mnchen-3ya.example` });
    const operator = systemContext("admin command");
    for (const typed of [`${name.toUpperCase()}@München.example`, ` ${actor.email} `])
      expect(await getUserByEmail(operator, typed)).toMatchObject({ id: actor.userId });
    const admin = await signInAdmin();
    const search = `${name}@münchen.example`;
    const { users: listed } = await listUsers(admin, ListUsers.parse({ search }));
    const { users: found } = await searchPlatform(admin, Search.parse({ search }));
    for (const people of [listed, found]) expect(people.map(({ id }) => id)).toEqual([actor.userId]);
  });

  it("is sent by Super Admins, who do not see it, and printed for the operator", async () => {
    const [admin, { actor }] = [await signInAdmin(), await signIn()];
    await expect(adminSendResetLink(admin, actor.userId)).resolves.toBeUndefined();
    await reset(await mailedSecret(actor.email, "RESET_PASSWORD"));
    expect(await auditOf(actor.userId, "user.send_reset_link")).toMatchObject([
      { actorId: admin.actor.userId },
    ]);
    for (const other of [await signInMember("OWNER"), anybody()])
      await expect(adminSendResetLink(other, actor.userId)).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
      });
    await expect(adminSendResetLink(admin, NIL_ID)).rejects.toMatchObject(NOT_FOUND);
    const path = await createResetPath(systemContext("admin command"), actor.userId);
    expect(path).toMatch(/^\/reset-password\?token=/);
    await reset(path.split("=")[1] ?? "");
  });
});

describe("links of all kinds to one mailbox", () => {
  it("count together, not with invitations; a Super Admin is told when the next can be sent", async () => {
    const [name, domain] = [randomUUID(), "drydock.test"];
    const email = `${name}@${domain}`;
    const [admin, person] = [await signInAdmin(), await signInUnverified(email)];
    for (let count = 0; count < 3; count += 1) {
      await resendVerification(person);
      await requestReset(anybody(), email, address());
      const change = { email: `${name}+${count}@${domain}`, password: OLD };
      await requestEmailChange(await signIn(), change, client());
    }
    await signUp(anybody(), { name: "Ada", email, password: NEW, tenantName: "Acme" }, address());
    await runLinkJobs();
    const sent = () =>
      orm()
        .select()
        .from(mails)
        .where(like(mails.toAddress, `${name}%`));
    expect(new Set((await sent()).map(({ kind }) => kind))).toEqual(
      new Set(["VERIFY_ADDRESS", "RESET_PASSWORD"]),
    );
    expect(await sent()).toHaveLength(MAX_MAILS_PER_RECEIVER.hour);
    await requestReset(anybody(), email, address());
    await runLinkJobs();
    expect(await sent()).toHaveLength(MAX_MAILS_PER_RECEIVER.hour);
    await expect(adminSendResetLink(admin, person.actor.userId)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfterSeconds: expect.any(Number),
    });
    const { linkWaitsUntil } = await adminVerifyEmail(admin, person.actor.userId);
    expect(Date.parse(linkWaitsUntil ?? "")).toBeGreaterThan(Date.now() + HOUR_MS - 60_000);
    expect(await userById(person.actor.userId)).toMatchObject({
      emailVerifiedAt: expect.any(Date),
      passwordHash: null,
    });
    const owner = await signInMember("OWNER");
    const invitation = { name: "Ada", email, role: "DEVELOPER", days: 7 } as const;
    await expect(createInvitation(owner, invitation)).resolves.toMatchObject({ isMailed: true });
    const allowedAt = Date.parse(linkWaitsUntil ?? "");
    const stillPresent = { ...admin, actor: { ...admin.actor, authenticatedAt: new Date(allowedAt) } };
    await adminSendResetLink(atTime(stillPresent, allowedAt), person.actor.userId);
    expect(await sent()).toHaveLength(MAX_MAILS_PER_RECEIVER.hour + 2);
  });
});

describe("a verification link", () => {
  async function requestVerification() {
    const ctx = await signInUnverified();
    await resendVerification(ctx);
    return { ctx, token: await mailedSecret(ctx.actor.email, "VERIFY_ADDRESS") };
  }

  it("verifies the address of the session's user, once", async () => {
    const { ctx, token } = await requestVerification();
    expect(await confirmEmail(ctx, token, address())).toBeNull();
    expect(await getAccount(ctx)).toMatchObject({ isEmailVerified: true });
    expect(await auditOf(ctx.actor.userId, "user.verify_email")).toHaveLength(1);
    await expect(confirmEmail(ctx, token, address())).rejects.toMatchObject(NOT_FOUND);
    await resendVerification(ctx);
    await runLinkJobs();
    expect(await mailsTo(ctx.actor.email, "VERIFY_ADDRESS")).toHaveLength(1);
  });

  it("needs the session of its account: others, reset links and the expired are refused", async () => {
    const { ctx, token } = await requestVerification();
    await expect(confirmEmail(await signIn(), token, address())).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await expect(confirmEmail(anybody(), token, address())).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await expect(confirmEmail(ctx, await requestLink(ctx.actor.email), address())).rejects.toMatchObject(
      NOT_FOUND,
    );
    const expired = atTime(ctx, Date.now() + 73 * 3_600_000);
    await expect(confirmEmail(expired, token, address())).rejects.toMatchObject(NOT_FOUND);
    expect(await getAccount(ctx)).toMatchObject({ isEmailVerified: false });
  });

  it("cannot be guessed, within a limit per address", async () => {
    const { ctx, token } = await requestVerification();
    const from = address();
    for (let count = 0; count < RATE_LIMITS["email-link-address"].points; count += 1)
      await expect(confirmEmail(ctx, `${token}${count}`, from)).rejects.toMatchObject(NOT_FOUND);
    await expect(confirmEmail(ctx, token, from)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  it("has one winner among ten uses at once", async () => {
    const { ctx, token } = await requestVerification();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => confirmEmail(ctx, token, address())),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await auditOf(ctx.actor.userId, "user.verify_email")).toHaveLength(1);
  });

  it("is limited by user; a Super Admin verifies without it", async () => {
    const ctx = await signInUnverified();
    for (let count = 0; count < RATE_LIMITS["email-link-user"].points; count += 1)
      await resendVerification(ctx);
    await expect(resendVerification(ctx)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await expect(adminVerifyEmail(await signInMember("OWNER"), ctx.actor.userId)).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await adminVerifyEmail(await signInAdmin(), ctx.actor.userId);
    expect(await getAccount(ctx)).toMatchObject({ isEmailVerified: true });
  });
});

describe("an address change", () => {
  it("takes effect when its link is used, ends other sessions, and tells both addresses", async () => {
    const ctx = await signIn();
    const [before, email] = [ctx.actor.email, newEmail()];
    await requestEmailChange(ctx, { email, password: OLD }, client());
    expect(await getAccount(ctx)).toMatchObject({ email: before, pendingEmail: email });
    expect(await confirmEmail(ctx, await mailedSecret(email, "VERIFY_ADDRESS"), address())).toBe(2);
    expect(await getAccount(ctx)).toMatchObject({ email, isEmailVerified: true, pendingEmail: null });
    const { userId } = ctx.actor;
    expect(await (await openSession({ userId, sessionVersion: 1 })).owner()).toBeNull();
    expect(await (await openSession({ userId, sessionVersion: 2 })).owner()).toMatchObject({ email });
    for (const to of [before, email])
      expect(await mailsTo(to, "SECURITY")).toMatchObject([{ subject: "Your email address was changed" }]);
    const [notice] = await mailsTo(before, "SECURITY");
    expect(notice?.text).toContain("contact your Drydock administrator");
    expect(notice?.text).not.toContain("/account");
    expect(await auditOf(ctx.actor.userId, "user.change_email")).toMatchObject([
      { before: { email: before }, after: { email } },
    ]);
  });

  it("needs the password, another address and the session of its account, and can be canceled", async () => {
    const ctx = await signIn();
    const email = newEmail();
    await expect(requestEmailChange(ctx, { email, password: "wrong" }, client())).rejects.toMatchObject({
      problems: [{ path: "password" }],
    });
    await expect(requestEmailChange(ctx, { email }, client())).rejects.toMatchObject({
      problems: [{ path: "password" }],
    });
    await expect(
      requestEmailChange(ctx, { email: ctx.actor.email, password: OLD }, client()),
    ).rejects.toMatchObject({ problems: [{ path: "email" }] });
    await requestEmailChange(ctx, { email, password: OLD }, client());
    const token = await mailedSecret(email, "VERIFY_ADDRESS");
    await expect(confirmEmail(await signIn(), token, address())).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await cancelEmailChange(ctx);
    await expect(confirmEmail(ctx, token, address())).rejects.toMatchObject(NOT_FOUND);
  });

  it("takes the address of an unverified account, never that of a verified one", async () => {
    const [ctx, squatter, other] = [await signIn(), await signInUnverified(), await signIn()];
    for (const { actor } of [squatter, other])
      await requestEmailChange(ctx, { email: actor.email, password: OLD }, client()).then(async () => {
        const token = await mailedSecret(actor.email, "VERIFY_ADDRESS");
        const confirmed = confirmEmail(ctx, token, address());
        if (actor === other.actor)
          await expect(confirmed).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
        else await confirmed;
      });
    expect(await getAccount(ctx)).toMatchObject({ email: squatter.actor.email });
    expect(await userById(other.actor.userId)).toMatchObject({ email: other.actor.email });
  });
});

describe("a squatted address", () => {
  /** Unverified account with a workspace, made for the address of another person. */
  async function squat() {
    const email = newEmail();
    const account = { name: "Mallory", email, password: OLD, tenantName: "Squat" };
    await signUp(anybody(), account, address());
    const user = await orm().query.users.findFirst({ where: eq(users.email, email) });
    if (!user) throw new Error("no account");
    return { email, squatterId: user.id };
  }

  async function expectSeparate(email: string, squatterId: string, ownerId: string | undefined) {
    expect(ownerId).not.toBe(squatterId);
    expect(await userById(ownerId ?? "")).toMatchObject({ email, emailVerifiedAt: expect.any(Date) });
    expect(await orm().$count(memberships, eq(memberships.userId, ownerId ?? ""))).toBe(0);
    // The first account keeps its work and its password, without the address, and its sessions end.
    expect(await userById(squatterId)).toMatchObject({
      email: `${squatterId}@claimed.invalid`,
      claimedEmail: email,
      sessionVersion: 2,
    });
    expect(await orm().$count(memberships, eq(memberships.userId, squatterId))).toBe(1);
    expect(await attempt(email, OLD)).toMatchObject({ userId: squatterId, sessionVersion: 2 });
    expect(await auditOf(squatterId, "user.lose_address")).toHaveLength(1);
  }

  it("goes to its owner by a sign-in provider, which links to no unverified account", async () => {
    const { email, squatterId } = await squat();
    const identity = {
      provider: "github",
      accountId: randomUUID(),
      email: email.toUpperCase(),
      name: "Grace",
    };
    const claim = await findByIdentity(anybody(), identity);
    await expectSeparate(email, squatterId, claim?.userId);
    expect(await findByIdentity(anybody(), identity)).toMatchObject(claim ?? {});
  });

  it("goes to its owner by a reset", async () => {
    const { email, squatterId } = await squat();
    const verification = await mailedSecret(email, "VERIFY_ADDRESS");
    await reset(await requestLink(email));
    const owner = await attempt(email, NEW);
    await expectSeparate(email, squatterId, owner?.userId);
    const audit = await auditOf(owner?.userId ?? "", "user.reset_password");
    expect(audit).toMatchObject([{ actorKind: "system", actorId: "reset link" }]);
    const squatter = await userById(squatterId);
    if (!squatter) throw new Error("no account");
    await expect(
      confirmEmail(createContext(toUserActor(squatter)), verification, address()),
    ).rejects.toMatchObject(NOT_FOUND);
  });

  it("is mailed to its owner who signs up, with a link that claims it", async () => {
    const { email, squatterId } = await squat();
    await signUp(anybody(), { name: "Grace", email, password: NEW, tenantName: "Own" }, address());
    expect(await attempt(email, NEW)).toBeNull();
    const token = await mailedSecret(email, "RESET_PASSWORD");
    expect(await mailsTo(email, "RESET_PASSWORD")).toMatchObject([
      { subject: "You already have an account" },
    ]);
    await reset(token);
    await expectSeparate(email, squatterId, (await attempt(email, NEW))?.userId);
  });

  it("goes to its owner by a mailed invitation and an address change", async () => {
    const { email, squatterId } = await squat();
    const invited = { name: "Grace", email, role: "DEVELOPER", days: 7 } as const;
    await createInvitation(await signInMember("OWNER"), invited);
    const invitation = await mailedSecret(email, "INVITATION");
    await joinAsNewUser(anybody(), { secret: invitation, name: "Grace", email, password: NEW }, address());
    const owner = await attempt(email, NEW);
    expect(owner?.userId).not.toBe(squatterId);
    expect(await userById(squatterId)).toMatchObject({ claimedEmail: email, sessionVersion: 2 });

    const other = await squat();
    await runLinkJobs();
    const ctx = await signIn();
    await requestEmailChange(ctx, { email: other.email, password: OLD }, client());
    await confirmEmail(ctx, await mailedSecret(other.email, "VERIFY_ADDRESS"), address());
    expect(await userById(ctx.actor.userId)).toMatchObject({ email: other.email });
    expect(await userById(other.squatterId)).toMatchObject({ claimedEmail: other.email, sessionVersion: 2 });
  });

  it("never takes an address that its account verified", async () => {
    const { actor } = await signIn();
    const identity = { provider: "github", accountId: randomUUID(), email: actor.email, name: "Mallory" };
    expect(await findByIdentity(anybody(), identity)).toBeNull();
    expect(await userById(actor.userId)).toMatchObject({ email: actor.email, claimedEmail: null });
    const tenant = await createTenant(orm());
    await createMembership(orm(), { tenantId: tenant.id, userId: actor.userId });
    await reset(await requestLink(actor.email));
    expect(await attempt(actor.email, NEW)).toMatchObject({ userId: actor.userId });
  });
});

describe("access that a stranger prepared", () => {
  /** Unverified account with a session, an API token, a passkey, a TOTP app, a pending change and links. */
  async function prepare(values: Parameters<typeof createUser>[1] = {}) {
    const { ctx: totp, claim } = await signInUserWithTotp({ emailVerifiedAt: null, ...values });
    const { userId, email } = totp.actor;
    const tenant = await createTenant(orm());
    await createMembership(orm(), { tenantId: tenant.id, userId, role: "OWNER" });
    const actor = await withSession(totp.actor);
    const session = { userId, sessionVersion: claim.sessionVersion };
    const member = enterTenant(createContext(actor), { tenant, role: "OWNER", permissions: new Set() });
    await createToken(member, { name: "CI", permissions: [], expires: 3_600 });
    await orm()
      .insert(passkeys)
      .values({
        id: randomUUID(),
        userId,
        name: "Key",
        credentialId: randomUUID(),
        publicKey: Buffer.alloc(1),
        counter: 0,
        transports: [],
        isBackedUp: false,
      });
    await requestEmailChange(member, { email: newEmail(), password: OLD }, client());
    await startSecondStep(anybody(), claim);
    return { userId, email, member, session };
  }

  async function expectEnded(userId: string, session: { userId: string; sessionVersion: number }) {
    expect(await (await openSession(session)).owner()).toBeNull();
    const left = [
      await orm().$count(apiTokens, and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt))),
      await orm().$count(passkeys, eq(passkeys.userId, userId)),
      await orm().$count(totpFactors, eq(totpFactors.userId, userId)),
      await orm().$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
      await orm().$count(authenticationChallenges, eq(authenticationChallenges.userId, userId)),
      await orm().$count(
        emailLinks,
        and(eq(emailLinks.userId, userId), eq(emailLinks.kind, "CHANGE_EMAIL"), isNull(emailLinks.usedAt)),
      ),
    ];
    expect(left).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await userById(userId)).toMatchObject({ secondFactorAt: null, platformRole: null });
  }

  const ENDED = { sessions: 1, apiTokens: 1, totp: true, passkeys: 1 };

  it("ends when a Super Admin verifies the address, whose owner chooses a password", async () => {
    const { userId, email, session } = await prepare();
    const admin = await signInAdmin();
    expect(await getUser(admin, userId)).toMatchObject({
      sessions: 1,
      activeTokens: 1,
      passkeys: 1,
      hasTotp: true,
    });
    await adminVerifyEmail(admin, userId);
    await expectEnded(userId, session);
    expect(await attempt(email, OLD)).toBeNull();
    expect(await auditOf(userId, "user.verify_email")).toMatchObject([
      { actorId: admin.actor.userId, before: ENDED, after: { email } },
    ]);
    await reset(await mailedSecret(email, "RESET_PASSWORD"));
    expect(await attempt(email, NEW)).toMatchObject({ userId, hasSecondFactor: false });
    expect(await orm().$count(memberships, eq(memberships.userId, userId))).toBe(1);
  });

  it("ends when an operator adopts the account, and is described before", async () => {
    const operator = systemContext("admin command");
    for (const adopt of [
      (email: string, adopts: boolean) => createSuperAdmin(operator, { email, name: "Ada" }, { adopts }),
      (email: string, adopts: boolean) =>
        getUserByEmail(operator, email).then(({ id }) => createResetPath(operator, id, { adopts })),
    ]) {
      const { userId, email, session } = await prepare();
      await expect(adopt(email, false)).rejects.toThrow(
        /email not verified, sessions: 1, API tokens: 1, passkeys: 1, authenticator app: yes.*--adopt/,
      );
      expect(await (await openSession(session)).owner()).not.toBeNull();
      const result = await adopt(email, true);
      expect(await attempt(email, OLD)).toBeNull();
      expect(await userById(userId)).toMatchObject({ email, emailVerifiedAt: expect.any(Date) });
      if (typeof result === "object") {
        expect(await attempt(email, result.password ?? "")).toMatchObject({ userId });
        await orm().update(users).set({ platformRole: null }).where(eq(users.id, userId));
      }
      await expectEnded(userId, session);
    }
  });

  it("ends when the owner takes the address by a provider or a reset", async () => {
    for (const claim of [
      (email: string) =>
        findByIdentity(anybody(), { provider: "github", accountId: randomUUID(), email, name: "Grace" }),
      async (email: string) => reset(await requestLink(email)),
    ]) {
      const { userId, email, session } = await prepare();
      await claim(email);
      await expectEnded(userId, session);
      expect(await auditOf(userId, "user.lose_address")).toMatchObject([{ before: { email, ...ENDED } }]);
    }
  });

  it("ends when the owner keeps the account by a reset, with the members that it let in, and nothing else does", async () => {
    const { userId, email, member, session } = await prepare();
    const tenantId = member.tenant.id;
    const join = async (invitedBy: string) => {
      const user = await createUser(orm());
      await createMembership(orm(), { tenantId, userId: user.id });
      const accepted = { acceptedBy: user.id, acceptedAt: new Date() };
      const invitation = { id: randomUUID(), tenantId, role: "DEVELOPER" as const, invitedBy, ...accepted };
      const expiresAt = new Date(Date.now() + 60_000);
      await orm()
        .insert(invitations)
        .values({ ...invitation, secretDigest: randomUUID(), expiresAt });
      return user.id;
    };
    const second = await join(await join(userId));
    const other = await createUser(orm());
    await createMembership(orm(), { tenantId, userId: other.id });
    const token = await requestLink(email);
    expect(await getEmailLink(anybody(), token, address())).toMatchObject({
      unverified: { createdAt: expect.any(String), workspaces: [member.tenant.name] },
    });
    await resetPassword(anybody(), { token, password: NEW, ends: [], keepsAccount: true }, address());
    await expectEnded(userId, session);
    expect(await attempt(email, OLD)).toBeNull();
    expect(await attempt(email, NEW)).toMatchObject({ userId, hasSecondFactor: false });
    expect(await userById(userId)).toMatchObject({
      email,
      emailVerifiedAt: expect.any(Date),
      claimedEmail: null,
    });
    const left = await orm().select().from(memberships).where(eq(memberships.tenantId, tenantId));
    expect(left.map((one) => one.userId).sort()).toEqual([userId, other.id].sort());
    expect(await auditOf(second, "membership.remove")).toHaveLength(1);
    expect(await auditOf(userId, "user.reset_password")).toMatchObject([
      { before: { ...ENDED, members: 2 } },
    ]);
  });

  it("is not added by a request that runs while the address is claimed", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { userId, member, session } = await prepare();
      const admin = await signInAdmin();
      const late = [
        ...Array.from({ length: 4 }, () =>
          createToken(member, { name: "Late", permissions: [], expires: 60 }),
        ),
        requestEmailChange(member, { email: newEmail(), password: OLD }, client()),
        regenerateRecoveryCodes({ ...member, actor: { ...member.actor, authenticatedAt: new Date() } }),
      ];
      await Promise.allSettled([adminVerifyEmail(admin, userId), ...late]);
      await expectEnded(userId, session);
    }
  });

  it("makes no Super Admin: an unverified account is never promoted, and a verified one only when adopted", async () => {
    const admin = await signInAdmin();
    const { actor } = await signInUnverified();
    const refused = { code: "INVALID_TRANSITION" };
    await expect(grantSuperAdmin(admin, actor.userId)).rejects.toMatchObject(refused);
    const both = await Promise.allSettled([
      adminVerifyEmail(admin, actor.userId),
      grantSuperAdmin(admin, actor.userId),
    ]);
    expect(both[0].status).toBe("fulfilled");
    const { actor: verified } = await signIn();
    const account = { email: verified.email, name: "Ada" };
    const create = (adopts: boolean) => createSuperAdmin(anybody(), account, { adopts });
    await expect(create(false)).rejects.toThrow(/email verified.*keeps its password/);
    expect(await create(true)).toEqual({ password: null });
    expect(await attempt(verified.email, OLD)).toMatchObject({ sessionVersion: 2 });
    expect(await create(false)).toEqual({ password: null });
    await orm().update(users).set({ disabledAt: new Date() }).where(eq(users.id, verified.userId));
    await expect(create(true)).rejects.toMatchObject(refused);
  });

  it("is listed by a reset, which ends what is chosen and says which API tokens stay", async () => {
    const { userId, email, member, session } = await prepare({ emailVerifiedAt: new Date() });
    const link = await getEmailLink(anybody(), await requestLink(email), address());
    expect(link).toMatchObject({
      canEndFactors: true,
      access: { tokens: [{ name: "CI", workspace: member.tenant.name }], passkeys: ["Key"], hasTotp: true },
    });
    expect(await reset(await requestLink(email))).toMatchObject([{ name: "CI" }]);
    const texts = (await mailsTo(email, "SECURITY")).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining("API tokens that keep working: CI (…"));
    expect(await attempt(email, NEW)).toMatchObject({ hasSecondFactor: true });
    expect(await reset(await requestLink(email), anybody(), ["passkeys"])).toHaveLength(1);
    expect(await attempt(email, NEW)).toMatchObject({ hasSecondFactor: true });
    expect(await reset(await requestLink(email), anybody(), ["tokens", "totp"])).toEqual([]);
    expect(await (await openSession(session)).owner()).toBeNull();
    expect(await attempt(email, NEW)).toMatchObject({ hasSecondFactor: false });
    const { access } = await getEmailLink(anybody(), await requestLink(email), address());
    expect(access).toMatchObject({ tokens: [], passkeys: [], hasTotp: false });
    expect((await auditOf(userId, "user.reset_password")).map(({ before }) => before)).toEqual(
      expect.arrayContaining([
        null,
        { apiTokens: 0, passkeys: 1, totp: false },
        { apiTokens: 1, passkeys: 0, totp: true },
      ]),
    );
  });

  it("of a Super Admin keeps its second factors after a reset by mail", async () => {
    const { email } = await prepare({ emailVerifiedAt: new Date(), platformRole: "SUPER_ADMIN" });
    const token = await requestLink(email);
    expect(await getEmailLink(anybody(), token, address())).toMatchObject({ canEndFactors: false });
    await expect(reset(token, anybody(), ["totp"])).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await reset(token, anybody(), ["tokens"]);
    expect(await attempt(email, NEW)).toMatchObject({ hasSecondFactor: true });
  });
});
