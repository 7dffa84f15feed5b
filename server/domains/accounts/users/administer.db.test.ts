import { and, eq, isNotNull, ne } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createUser } from "@/db/factories.ts";
import { auditLog, domainEvents, users } from "@/db/schema/index.ts";
import { NIL_ID, openSession, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { streamWhileSuperAdmin } from "@/server/auth/tenant-access.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { disableUser, enableUser, endUserSessions, grantSuperAdmin, revokeSuperAdmin } from "./administer.ts";
import { ListUsers } from "./input.ts";
import { getUser, listUsers } from "./list-users.ts";

setUpPlatform();

const REASON = "Left the company.";
const REFUSED = { code: "INVALID_TRANSITION" };

const person = (values = {}) => createUser(database().systemDb.orm, values);
const session = (userId: string, sessionVersion = 1) =>
  openSession({ userId, sessionVersion }).then((opened) => opened.owner());
const auditOf = (userId: string) =>
  database().systemDb.orm.select().from(auditLog).where(eq(auditLog.subjectId, userId)).orderBy(auditLog.id);

/** Revokes the role of all other Super Admins. */
async function signInAsTheOnlyOne() {
  const admin = await signInAdmin();
  await database()
    .systemDb.orm.update(users)
    .set({ platformRole: null })
    .where(and(isNotNull(users.platformRole), ne(users.id, admin.actor.userId)));
  return admin;
}

describe("disableUser", () => {
  it("ends the user's sessions, records one event and stores the reason", async () => {
    const [admin, { id: userId, name }] = [await signInAdmin(), await person()];
    await expect(session(userId)).resolves.toMatchObject({ userId });
    await disableUser(admin, { userId, reason: REASON });
    await expect(session(userId)).resolves.toBeNull();
    await expect(getUser(admin, userId)).resolves.toMatchObject({ disabledReason: REASON });

    await enableUser(admin, userId);
    await expect(session(userId)).resolves.toBeNull();
    await expect(session(userId, 2)).resolves.toMatchObject({ userId });

    const events = await database()
      .systemDb.orm.select()
      .from(domainEvents)
      .where(eq(domainEvents.subjectId, userId));
    expect(events).toMatchObject([
      { type: "security.user_disabled", tenantId: null, data: { userId, name } },
    ]);
    expect(await auditOf(userId)).toMatchObject([
      {
        action: "user.disable",
        actorId: admin.actor.userId,
        before: { state: "ACTIVE" },
        after: { state: "DISABLED", reason: REASON },
      },
      {
        action: "user.enable",
        before: { state: "DISABLED", reason: REASON },
        after: { state: "ACTIVE" },
      },
    ]);
  });

  it("rejects oneself, disabled users and unknown ids", async () => {
    const [admin, { id: userId }] = [await signInAdmin(), await person()];
    await expect(disableUser(admin, { userId: admin.actor.userId, reason: REASON })).rejects.toMatchObject(
      REFUSED,
    );
    await expect(enableUser(admin, userId)).rejects.toMatchObject(REFUSED);
    await disableUser(admin, { userId, reason: REASON });
    await expect(disableUser(admin, { userId, reason: REASON })).rejects.toMatchObject(REFUSED);
    await expect(disableUser(admin, { userId: NIL_ID, reason: REASON })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("the role of Super Admins", () => {
  it("is granted and revoked, and ends the user's sessions each time", async () => {
    const [admin, { id: userId }] = [await signInAdmin(), await person()];
    await grantSuperAdmin(admin, userId);
    await expect(session(userId)).resolves.toBeNull();
    await expect(session(userId, 2)).resolves.toMatchObject({ isSuperAdmin: true });
    await expect(grantSuperAdmin(admin, userId)).rejects.toMatchObject(REFUSED);
    await revokeSuperAdmin(admin, userId);
    await expect(session(userId, 3)).resolves.toMatchObject({ isSuperAdmin: false });
    await expect(revokeSuperAdmin(admin, userId)).rejects.toMatchObject(REFUSED);
    expect((await auditOf(userId)).map(({ action }) => action)).toEqual([
      "user.grant_super_admin",
      "user.revoke_super_admin",
    ]);
  });

  it("is not granted to a disabled user", async () => {
    const [admin, { id: userId }] = [await signInAdmin(), await person({ disabledAt: new Date() })];
    await expect(grantSuperAdmin(admin, userId)).rejects.toMatchObject(REFUSED);
  });

  it("cannot be revoked from the last Super Admin who is not disabled", async () => {
    const admin = await signInAsTheOnlyOne();
    await person({ platformRole: "SUPER_ADMIN", disabledAt: new Date() });
    const { userId } = admin.actor;
    await expect(revokeSuperAdmin(admin, userId)).rejects.toMatchObject(REFUSED);
    await expect(getUser(admin, userId)).resolves.toMatchObject({
      isLastSuperAdmin: true,
      isSelf: true,
    });
  });

  it("stays with one of two who revoke it from each other concurrently", async () => {
    const [one, other] = [await signInAsTheOnlyOne(), await signInAdmin()];
    const outcomes = await Promise.allSettled([
      revokeSuperAdmin(one, other.actor.userId),
      revokeSuperAdmin(other, one.actor.userId),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const left = await database().systemDb.orm.$count(users, isNotNull(users.platformRole));
    expect(left).toBe(1);
  });

  it.each([
    ["lost it", { platformRole: null }],
    ["signed out", { sessionVersion: 2 }],
  ])("ends the streams of a user who %s", async (_, change) => {
    const admin = requireSuperAdmin(await signInAdmin());
    admin.actor.sessionVersion = 1;
    let now = Date.UTC(2031, 0, 1);
    const lookLater = async function* () {
      yield 1;
      await database().systemDb.orm.update(users).set(change).where(eq(users.id, admin.actor.userId));
      yield 2;
      now += 2_000;
      yield 3;
    };
    const seen: number[] = [];
    const watching = streamWhileSuperAdmin({ ...admin, now: () => new Date(now) }, lookLater());
    for await (const item of watching) seen.push(item);
    expect(seen).toEqual([1, 2]);
  });
});

describe("endUserSessions", () => {
  it("ends open sessions and lets the user sign in again", async () => {
    const [admin, { id: userId }] = [await signInAdmin(), await person()];
    await endUserSessions(admin, userId);
    await expect(session(userId)).resolves.toBeNull();
    await expect(session(userId, 2)).resolves.toMatchObject({ userId });
    expect(await auditOf(userId)).toMatchObject([
      { action: "user.end_sessions", before: { sessionVersion: 1 }, after: { sessionVersion: 2 } },
    ]);
  });
});

describe("listUsers", () => {
  it("finds users by name, address, id, state and role", async () => {
    const admin = await signInAdmin();
    const { id, name, email } = await person({ name: "Ünique Person", platformRole: "SUPER_ADMIN" });
    const find = async (input: object) =>
      (await listUsers(admin, ListUsers.parse(input))).users.map((user) => user.id);
    for (const search of [name.toUpperCase(), email.slice(3), id]) {
      await expect(find({ search })).resolves.toEqual([id]);
    }
    await expect(find({ search: id, onlySuperAdmins: true })).resolves.toEqual([id]);
    await expect(find({ search: id, state: ["DISABLED"] })).resolves.toEqual([]);
    await disableUser(admin, { userId: id, reason: REASON });
    await expect(find({ search: id, state: ["DISABLED"] })).resolves.toEqual([id]);
    await expect(find({ search: id, state: ["ACTIVE"] })).resolves.toEqual([]);
  });

  it("pages through all users without a gap", async () => {
    const admin = await signInAdmin();
    for (let hour = 0; hour < 5; hour++) {
      await person({ name: "Paged Person", createdAt: new Date(Date.UTC(2031, 0, 1, hour)) });
    }
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const input = { search: "paged person", limit: 2, ...(cursor && { cursor }) };
      const page = await listUsers(admin, ListUsers.parse(input));
      seen.push(...page.users.map(({ createdAt }) => createdAt));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...seen].sort().reverse());
  });
});

describe("without the role of Super Admin", () => {
  it("users are neither listed nor changed", async () => {
    const [owner, { id: userId }] = [await signInMember("OWNER"), await person()];
    for (const ctx of [owner, systemContext("public")]) {
      const attempts = [
        listUsers(ctx, ListUsers.parse({})),
        getUser(ctx, userId),
        disableUser(ctx, { userId, reason: REASON }),
        enableUser(ctx, userId),
        grantSuperAdmin(ctx, userId),
        revokeSuperAdmin(ctx, userId),
        endUserSessions(ctx, userId),
      ];
      for (const attempt of attempts) {
        await expect(attempt).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      }
    }
    expect(await auditOf(userId)).toEqual([]);
  });
});
