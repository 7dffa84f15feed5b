import { desc, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditLog, invitations, memberships, users } from "@/db/schema/index.ts";
import { mailsTo, runLinkJobs } from "@/e2e/support/email-links.ts";
import { sessionOfActor, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { consumeRateLimit, RATE_LIMITS } from "@/server/auth/rate-limits/rate-limiter.ts";
import { signInWithPassword } from "@/server/auth/sign-in/password.ts";
import {
  createContext,
  database,
  systemContext,
  type TenantContext,
  type UserActor,
} from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { createTenant, isSignUpOpen, signUp } from "../tenants/create-tenant.ts";
import { CreateInvitation } from "./input.ts";
import { createInvitation, listInvitations, revokeInvitation } from "./invitations.ts";
import { getInvitation, joinAsNewUser, joinByInvitation } from "./join.ts";
import { listMembers } from "./members.ts";

setUpPlatform();

const firstMembers = async (ctx: TenantContext) => (await listMembers(ctx, { limit: 50 })).members;
const firstInvitations = async (ctx: TenantContext) =>
  (await listInvitations(ctx, { limit: 25 })).invitations;

const PASSWORD = "correct horse battery";
let people = 0;
const newPerson = () => ({
  name: "Ada",
  email: `ada-${Date.now()}-${people++}@drydock.test`,
  password: PASSWORD,
});
/** New client address per call, so that tests share no rate limit. */
const address = () => `test-${people++}`;
const anybody = () => systemContext("public");

/** Invitation of an older release, which has no address. `invited-address.db.test.ts` is about the others. */
async function invite(days: 1 | 7 | 30 = 7) {
  const owner = await signInMember("OWNER");
  const email = newPerson().email;
  const { id, secret } = await createInvitation(owner, {
    name: "Robin Reed",
    email,
    role: "DEVELOPER",
    days,
  });
  await database().systemDb.orm.update(invitations).set({ email: null }).where(eq(invitations.id, id));
  return { owner, id, secret };
}

async function somebody() {
  const { actor } = await signInMember();
  return createContext<UserActor>(actor);
}

const expire = (id: string) =>
  database()
    .systemDb.orm.update(invitations)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(invitations.id, id));

describe("listInvitations", () => {
  it("gives every invitation once, newest first, over pages", async () => {
    const { owner } = await invite();
    for (let i = 0; i < 2; i++)
      await createInvitation(owner, {
        name: "Robin Reed",
        email: newPerson().email,
        role: "VIEWER",
        days: 7,
      });
    const first = await listInvitations(owner, { limit: 2 });
    const second = await listInvitations(owner, { limit: 2, cursor: first.nextCursor ?? undefined });
    const all = [...first.invitations, ...second.invitations].map(({ id }) => id);
    expect([first.invitations.length, second.invitations.length, second.nextCursor]).toEqual([2, 1, null]);
    expect(all).toEqual((await firstInvitations(owner)).map(({ id }) => id));
    expect(second).toMatchObject({ total: 3, skipped: 2, previousCursor: null });
  });
});

describe("an invitation", () => {
  it("carries the name of the person it is for, which the audit log keeps", async () => {
    const { owner, id } = await invite();
    expect(await firstInvitations(owner)).toMatchObject([{ id, name: "Robin Reed" }]);
    await revokeInvitation(owner, id);
    const entries = await database().systemDb.orm.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entries.map(({ before, after }) => before ?? after)).toMatchObject([
      { name: "Robin Reed" },
      { name: "Robin Reed" },
    ]);
    const [named, unnamed] = ["  Ada ", " "].map((name) =>
      CreateInvitation.safeParse({ name, email: "ada@drydock.test", role: "VIEWER", days: 7 }),
    );
    expect(named?.data?.name).toBe("Ada");
    expect(unnamed?.success).toBe(false);
  });

  it("has no name if it is older than names", async () => {
    const { owner, id, secret } = await invite();
    await database().systemDb.orm.update(invitations).set({ name: null }).where(eq(invitations.id, id));
    expect(await firstInvitations(owner)).toMatchObject([{ id, name: null }]);
    expect(await getInvitation(anybody(), secret, address())).toMatchObject({ state: "OPEN", name: null });
  });

  it("is stored as a digest and shown once", async () => {
    const { owner, id, secret } = await invite();
    const [row] = await database().systemDb.orm.select().from(invitations).where(eq(invitations.id, id));
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(await firstInvitations(owner))).not.toContain(secret);
    const [audit] = await database().systemDb.orm.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(audit).toMatchObject({ action: "invitation.create", tenantId: owner.tenant.id });
    expect(JSON.stringify(audit)).not.toContain(secret);
  });

  it("is accepted by one of two concurrent users", async () => {
    const { owner, secret } = await invite();
    expect(await getInvitation(anybody(), secret, address())).toMatchObject({
      state: "OPEN",
      tenant: owner.tenant.name,
      name: "Robin Reed",
      role: "DEVELOPER",
    });
    const both = await Promise.allSettled(
      [await somebody(), await somebody()].map((ctx) => joinByInvitation(ctx, secret, address())),
    );
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "INVALID_TRANSITION" },
    });
    expect((await firstMembers(owner)).map(({ role }) => role)).toEqual(["OWNER", "DEVELOPER"]);
    expect(await getInvitation(anybody(), secret, address())).toEqual({ state: "ACCEPTED" });
    expect(await firstInvitations(owner)).toMatchObject([{ state: "ACCEPTED" }]);
  });

  it("stays open when a member accepts it", async () => {
    const { owner, secret } = await invite();
    await expect(joinByInvitation(createContext(owner.actor), secret, address())).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    expect(await getInvitation(anybody(), secret, address())).toMatchObject({ state: "OPEN" });
    expect((await firstMembers(owner)).map(({ role }) => role)).toEqual(["OWNER"]);
  });

  it("creates an account for a new user, who then signs in", async () => {
    const { owner, secret } = await invite();
    const person = newPerson();
    await joinAsNewUser(anybody(), { secret, ...person }, address());
    expect(await signInWithPassword(anybody(), person, address())).toMatchObject({ sessionVersion: 1 });
    const members = await firstMembers(owner);
    expect(members).toMatchObject([
      { role: "OWNER" },
      { name: "Ada", email: person.email, role: "DEVELOPER" },
    ]);
    const [audit] = await database()
      .systemDb.orm.select()
      .from(auditLog)
      .where(eq(auditLog.tenantId, owner.tenant.id))
      .orderBy(desc(auditLog.id));
    expect(audit).toMatchObject({ action: "membership.join_as_new", actorId: members[1]?.userId });
  });

  it("does not reveal that an e-mail address has an account", async () => {
    const { owner, secret } = await invite();
    const email = owner.actor.email;
    await expect(joinAsNewUser(anybody(), { secret, ...newPerson(), email }, address())).resolves.toBe(
      undefined,
    );
    expect(await getInvitation(anybody(), secret, address())).toMatchObject({ state: "OPEN" });
    expect(await signInWithPassword(anybody(), { email, password: PASSWORD }, address())).toBe(null);
  });

  it("ends when revoked or expired, for known and new addresses", async () => {
    const [revoked, expired] = [await invite(), await invite(1)];
    await revokeInvitation(revoked.owner, revoked.id);
    await expire(expired.id);
    expect(await firstInvitations(revoked.owner)).toMatchObject([{ state: "REVOKED" }]);
    for (const { secret, owner } of [revoked, expired]) {
      for (const email of [owner.actor.email, newPerson().email]) {
        await expect(
          joinAsNewUser(anybody(), { secret, ...newPerson(), email }, address()),
        ).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
      }
      await expect(joinByInvitation(await somebody(), secret, address())).rejects.toMatchObject({
        code: "INVALID_TRANSITION",
      });
    }
    await expect(joinByInvitation(await somebody(), "guess", address())).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(revokeInvitation(revoked.owner, revoked.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it.each(["DEVELOPER", "VIEWER"] as const)("cannot be created, listed or revoked by a %s", async (role) => {
    const member = await signInMember(role);
    const { id } = await invite();
    for (const act of [
      createInvitation(member, {
        name: "Robin Reed",
        email: newPerson().email,
        role: "OWNER",
        days: 1,
      }),
      listInvitations(member, { limit: 25 }),
      revokeInvitation(member, id),
    ]) {
      await expect(act).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
  });

  it("cannot be revoked by another tenant", async () => {
    const { id } = await invite();
    await expect(revokeInvitation(await signInMember("OWNER"), id)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("is rate-limited by address", async () => {
    const from = address();
    for (let i = 0; i < RATE_LIMITS["invitation-address"].points; i++) {
      await getInvitation(anybody(), "guess", from).catch(() => undefined);
    }
    await expect(getInvitation(anybody(), "guess", from)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
});

describe("signUp", () => {
  it("creates a user and a tenant that they own, with one audit row", async () => {
    const person = newPerson();
    await signUp(anybody(), { ...person, tenantName: "Ada & Söhne" }, address());
    const claim = await signInWithPassword(anybody(), person, address());
    const { orm } = database().systemDb;
    const [membership] = await orm
      .select()
      .from(memberships)
      .where(eq(memberships.userId, claim?.userId ?? ""));
    expect(membership).toMatchObject({ role: "OWNER" });
    const rows = await orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, claim?.userId ?? ""));
    expect(rows).toMatchObject([{ action: "tenant.sign_up", after: { name: "Ada & Söhne" } }]);
  });

  it("responds the same for an address with an account, and changes nothing", async () => {
    const person = newPerson();
    await signUp(anybody(), { ...person, tenantName: "First" }, address());
    const before = await database().systemDb.orm.$count(memberships);
    await signUp(anybody(), { ...person, password: "another password", tenantName: "Second" }, address());
    await Promise.all(
      [1, 2, 3].map((n) => signUp(anybody(), { ...person, tenantName: `Racer ${n}` }, address())),
    );
    expect(await database().systemDb.orm.$count(memberships)).toBe(before);
    expect(await database().systemDb.orm.$count(users, eq(users.email, person.email))).toBe(1);
    expect(await signInWithPassword(anybody(), person, address())).not.toBe(null);
  });

  it("mails the account of an address within a limit, wherever it comes from, which leaves reset links theirs", async () => {
    const person = newPerson();
    const { points } = RATE_LIMITS["sign-up-mail"];
    for (let time = 0; time <= points + 1; time += 1)
      await signUp(anybody(), { ...person, tenantName: `Flood ${time}` }, address());
    await runLinkJobs();
    expect(await mailsTo(person.email, "RESET_PASSWORD")).toHaveLength(points);
    // Used up, it would reveal to a person who requests a reset that the address has an account.
    await consumeRateLimit("reset-account", person.email);
  });

  it("is rate-limited by address", async () => {
    const from = address();
    for (let i = 0; i < RATE_LIMITS["sign-up-address"].points; i++) {
      await signUp(anybody(), { ...newPerson(), tenantName: "Many" }, from);
    }
    await expect(signUp(anybody(), { ...newPerson(), tenantName: "One more" }, from)).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
  });
});

describe("createTenant", () => {
  it("gives tenants of the same name unique slugs", async () => {
    const ctx = await somebody();
    const name = `Twin ${Date.now()}`;
    const [first, second] = [await createTenant(ctx, name), await createTenant(ctx, name)];
    expect(second.slug).toBe(`${first.slug}-2`);
    const mine = await sessionOfActor(ctx.actor).memberships();
    expect(mine.filter((tenant) => tenant.name === name)).toMatchObject([
      { role: "OWNER" },
      { role: "OWNER" },
    ]);
  });

  it("gives concurrently created tenants unique slugs", async () => {
    const ctx = await somebody();
    const name = `Many ${Date.now()}`;
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => createTenant(ctx, name)));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(5);
  });

  it("is for Super Admins only while sign-up is closed, and signing up is rejected", async () => {
    const ctx = await somebody();
    const admin = await signInAdmin();
    expect(isSignUpOpen()).toBe(true);
    completeEnv({ SIGN_UP: "closed" });
    try {
      expect(isSignUpOpen()).toBe(false);
      for (const act of [
        createTenant(ctx, "Closed"),
        signUp(anybody(), { ...newPerson(), tenantName: "Closed" }, address()),
      ]) {
        await expect(act).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      }
      await expect(createTenant(admin, "By the operator")).resolves.toMatchObject({
        name: "By the operator",
      });
    } finally {
      completeEnv({ SIGN_UP: "open" });
    }
  });
});
