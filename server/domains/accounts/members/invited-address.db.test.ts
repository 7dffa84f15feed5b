import { randomUUID } from "node:crypto";
import { eq, like } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { createUser } from "@/db/factories.ts";
import { auditLog, invitations, mails, users } from "@/db/schema/index.ts";
import { mailedSecret, mailsTo, runLinkJobs } from "@/e2e/support/email-links.ts";
import { atTime, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { RATE_LIMITS } from "@/server/auth/rate-limits/rate-limiter.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import { signInWithPassword } from "@/server/auth/sign-in/password.ts";
import { createContext, database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { MAX_MAILS_PER_RECEIVER } from "@/server/mail/queue-mail.ts";
import { HOUR_MS } from "@/shared/time.ts";
import { createInvitation, listInvitations, resendInvitation, revokeInvitation } from "./invitations.ts";
import { getInvitation, joinAsNewUser, joinByInvitation } from "./join.ts";
import { listMembers } from "./members.ts";

setUpPlatform();

const PASSWORD = "correct horse battery";
const orm = () => database().systemDb.orm;
const anybody = () => systemContext("public");
const address = () => randomUUID();
const newEmail = () => `${randomUUID()}@drydock.test`;
const input = (email: string) => ({ name: "Grace", email, role: "DEVELOPER", days: 7 }) as const;
const verifiedAt = async (email: string) =>
  (await orm().query.users.findFirst({ where: eq(users.email, email) }))?.emailVerifiedAt;
const sessionOf = async (email: string, emailVerifiedAt: Date | null = new Date()) =>
  createContext(toUserActor(await createUser(orm(), { email, emailVerifiedAt })));

async function invite(email = newEmail()) {
  const owner = await signInMember("OWNER");
  const { id, secret } = await createInvitation(owner, input(email));
  return { owner, id, email, copied: secret, mailed: await mailedSecret(email, "INVITATION") };
}

const emailsOf = async (owner: Awaited<ReturnType<typeof invite>>["owner"]) =>
  (await listMembers(owner, { limit: 50 })).members.map(({ email }) => email);

describe("an invitation of an address", () => {
  it("is mailed with name, workspace and role, by a link that the inviter does not see", async () => {
    const { owner, id, email, copied, mailed } = await invite();
    const [mail] = await mailsTo(email, "INVITATION");
    for (const part of ["Grace", owner.tenant.name, owner.actor.name, "a developer"])
      expect(mail?.text).toContain(part);
    expect(mailed).not.toBe(copied);
    expect((await listInvitations(owner, { limit: 25 })).invitations).toMatchObject([
      { id, email, mailedAt: expect.any(String), state: "OPEN" },
    ]);
    const [row] = await orm().select().from(invitations).where(eq(invitations.id, id));
    const audit = await orm().select().from(auditLog).where(eq(auditLog.subjectId, id));
    for (const secret of [copied, mailed]) expect(JSON.stringify([row, audit])).not.toContain(secret);
  });

  it("admits the address by the mailed link, which verifies a new account", async () => {
    const { owner, email, mailed } = await invite();
    expect(await getInvitation(anybody(), mailed, address())).toMatchObject({ needsVerifiedEmail: false });
    const account = { secret: mailed, name: "Grace", email, password: PASSWORD };
    await expect(
      joinAsNewUser(anybody(), { ...account, email: newEmail() }, address()),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED", problems: [{ path: "email" }] });
    await joinAsNewUser(anybody(), account, address());
    expect(await verifiedAt(email)).toBeInstanceOf(Date);
    expect(await emailsOf(owner)).toContain(email);
  });

  it("admits a new account by the copied link only after it verified its address", async () => {
    const { owner, email, copied } = await invite();
    expect(await getInvitation(anybody(), copied, address())).toMatchObject({
      email,
      needsVerifiedEmail: true,
    });
    const account = { secret: copied, name: "Grace", email, password: PASSWORD };
    await joinAsNewUser(anybody(), account, address());
    expect(await verifiedAt(email)).toBeNull();
    expect(await emailsOf(owner)).not.toContain(email);
    const user = await orm().query.users.findFirst({ where: eq(users.email, email) });
    if (!user) throw new Error("no account");
    const session = createContext(toUserActor(user));
    await expect(joinByInvitation(session, copied, address())).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await runLinkJobs();
    expect(await mailsTo(email, "VERIFY_ADDRESS")).toHaveLength(1);
    await orm().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, user.id));
    await joinByInvitation(session, copied, address());
    expect(await emailsOf(owner)).toContain(email);
  });

  it("admits an existing account of the address, and verifies it by the mailed link", async () => {
    const { owner, email, mailed } = await invite();
    await joinByInvitation(await sessionOf(email, null), mailed, address());
    expect(await verifiedAt(email)).toBeInstanceOf(Date);
    expect(await emailsOf(owner)).toContain(email);
  });

  it("refuses accounts of other addresses, by either link", async () => {
    const { email, copied, mailed } = await invite();
    const other = await sessionOf(newEmail());
    for (const secret of [copied, mailed]) {
      await expect(joinByInvitation(other, secret, address())).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
        message: expect.stringContaining(email),
      });
    }
  });

  it("takes the address over from an unverified account when the mailed link makes a new one", async () => {
    const { owner, email, mailed } = await invite();
    const squatter = await sessionOf(email, null);
    await joinAsNewUser(anybody(), { secret: mailed, name: "Grace", email, password: PASSWORD }, address());
    const [member] = (await listMembers(owner, { limit: 50 })).members.filter((one) => one.email === email);
    expect(member?.userId).not.toBe(squatter.actor.userId);
    expect(await signInWithPassword(anybody(), { email, password: PASSWORD }, address())).toMatchObject({
      userId: member?.userId,
    });
  });

  it("is mailed again with the same link, which works until it is used; other tenants cannot", async () => {
    const { owner, id, email, copied, mailed } = await invite();
    await expect(resendInvitation(await signInMember("OWNER"), id)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(resendInvitation(await signInMember("DEVELOPER"), id)).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await resendInvitation(owner, id);
    const again = await mailedSecret(email, "INVITATION");
    expect(again).toBe(mailed);
    for (const secret of [copied, mailed])
      expect(await getInvitation(anybody(), secret, address())).toMatchObject({ state: "OPEN" });
    await joinByInvitation(await sessionOf(email), mailed, address());
    expect(await getInvitation(anybody(), again, address())).toEqual({ state: "ACCEPTED" });
    await expect(resendInvitation(owner, id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });

  it("cannot be made for a member, nor by an owner without a verified address", async () => {
    const owner = await signInMember("OWNER");
    await expect(createInvitation(owner, input(owner.actor.email))).rejects.toMatchObject({
      problems: [{ path: "email" }],
    });
    const unverified = { ...owner, actor: { ...owner.actor, isEmailVerified: false } };
    await expect(createInvitation(unverified, input(newEmail()))).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
      message: expect.stringContaining("not verified"),
    });
  });

  it("is limited in its mails by inviter", async () => {
    const { owner, id } = await invite();
    const { points } = RATE_LIMITS["invitation-mail"];
    for (let sent = 1; sent < points; sent += 1) await createInvitation(owner, input(newEmail()));
    await expect(resendInvitation(owner, id)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  it("is one per workspace and address, also with concurrent requests", async () => {
    const owner = await signInMember("OWNER");
    const email = newEmail();
    const invite = () => createInvitation(owner, input(email));
    const outcomes = await Promise.allSettled([invite(), invite(), invite()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    await expect(invite()).rejects.toMatchObject({ problems: [{ path: "email" }] });
    const [open] = (await listInvitations(owner, { limit: 25 })).invitations;
    await revokeInvitation(owner, open?.id ?? "");
    await expect(invite()).resolves.toMatchObject({ isMailed: true });
  });

  it("reaches an address a stated number of times, from however many workspaces", async () => {
    const email = newEmail();
    const owners = await Promise.all(Array.from({ length: 20 }, () => signInMember("OWNER")));
    const sendFromAll = async (hours: number) => {
      const at = owners.map((owner) => atTime(owner, Date.now() + hours * HOUR_MS));
      await Promise.allSettled(at.map((owner) => createInvitation(owner, input(email))));
      for (const owner of at) {
        const [open] = (await listInvitations(owner, { limit: 25 })).invitations;
        if (open) await Promise.allSettled([resendInvitation(owner, open.id)]);
      }
    };
    await sendFromAll(0);
    expect(await mailsTo(email)).toHaveLength(MAX_MAILS_PER_RECEIVER.hour);
    for (const hours of [1.5, 3, 4.5, 6]) await sendFromAll(hours);
    expect(await mailsTo(email)).toHaveLength(MAX_MAILS_PER_RECEIVER.day);
    await expect(createInvitation(await signInMember("OWNER"), input(email))).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfterSeconds: expect.any(Number),
    });
    await expect(createInvitation(await signInMember("OWNER"), input(newEmail()))).resolves.toBeDefined();
  });

  it("reaches a mailbox a stated number of times by a thousand requests to its sub-addresses", async () => {
    const [name, domain] = [randomUUID(), "drydock.test"];
    const tagged = (tag: number) => `${name}+${tag}@${domain}`;
    const owners = await Promise.all(Array.from({ length: 20 }, () => signInMember("OWNER")));
    const results = await Promise.allSettled(
      owners.flatMap((owner, tenant) =>
        Array.from({ length: 50 }, (_, tag) => createInvitation(owner, input(tagged(tenant * 50 + tag)))),
      ),
    );
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refusals).toHaveLength(1_000 - MAX_MAILS_PER_RECEIVER.hour);
    for (const { code, retryAfterSeconds } of refusals) {
      expect(code).toBe("RATE_LIMITED");
      expect(retryAfterSeconds).toBeGreaterThan(3_500);
    }
    const sent = await orm().$count(mails, like(mails.toAddress, `${name}+%`));
    expect(sent).toBe(MAX_MAILS_PER_RECEIVER.hour);
    const bare = createInvitation(await signInMember("OWNER"), input(`${name}@${domain}`));
    await expect(bare).rejects.toMatchObject({ code: "RATE_LIMITED" });
    const other = createInvitation(await signInMember("OWNER"), input(`${name}x@${domain}`));
    await expect(other).resolves.toBeDefined();
  }, 90_000);
});

describe("without mail", () => {
  afterEach(() => {
    completeEnv({ DRYDOCK_EMBEDDED: "true" });
  });

  it("the copied link admits the address, and invitations are not mailed", async () => {
    const owner = await signInMember("OWNER");
    completeEnv({ DRYDOCK_EMBEDDED: "false" });
    const unverified = { ...owner, actor: { ...owner.actor, isEmailVerified: false } };
    const email = newEmail();
    const { id, secret, isMailed } = await createInvitation(unverified, input(email));
    expect(isMailed).toBe(false);
    await expect(resendInvitation(owner, id)).rejects.toMatchObject({ code: "PROVIDER_NOT_CONFIGURED" });
    await joinAsNewUser(anybody(), { secret, name: "Grace", email, password: PASSWORD }, address());
    expect(await emailsOf(owner)).toContain(email);
    expect(await verifiedAt(email)).toBeNull();
  });
});
