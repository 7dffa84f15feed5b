import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { createMembership, createUser } from "@/db/factories.ts";
import { auditLog, tenants, users } from "@/db/schema/index.ts";
import { NIL_ID, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { enterTenantBySlug, streamWhileMember } from "@/server/auth/tenant-access.ts";
import { authenticateToken } from "@/server/auth/tokens/token-credentials.ts";
import { createContext, database, type TenantContext, type UserActor } from "@/server/core/context.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";
import { renameTenant } from "../tenants/service.ts";
import { createToken } from "../tokens/service.ts";
import { changeRole, listMembers, removeMember } from "./members.ts";

setUpPlatform();

const firstMembers = async (ctx: TenantContext) => (await listMembers(ctx, { limit: 50 })).members;

/** Context of another member of the same tenant. */
async function addMember(owner: TenantContext, role: TenantRole): Promise<TenantContext<UserActor>> {
  const { orm } = database().systemDb;
  const { id: userId, email, name } = await createUser(orm);
  await createMembership(orm, { tenantId: owner.tenant.id, userId, role });
  const actor = { kind: "user" as const, userId, email, name, isSuperAdmin: false, isEmailVerified: true };
  return enterTenantBySlug(createContext(actor), userId, owner.tenant.slug);
}

const auditOf = (ctx: TenantContext) =>
  database().systemDb.orm.select().from(auditLog).where(eq(auditLog.tenantId, ctx.tenant.id));

const reopen = (ctx: TenantContext<UserActor>) =>
  enterTenantBySlug(createContext(ctx.actor), ctx.actor.userId, ctx.tenant.slug);

describe("listMembers", () => {
  it("shows e-mail addresses to owners only", async () => {
    const owner = await signInMember("OWNER");
    const viewer = await addMember(owner, "VIEWER");
    expect((await firstMembers(owner)).map(({ role, email }) => [role, email])).toEqual([
      ["OWNER", owner.actor.email],
      ["VIEWER", viewer.actor.email],
    ]);
    expect((await firstMembers(viewer)).map(({ email }) => email)).toEqual([null, viewer.actor.email]);
  });
});

describe("pages of members", () => {
  it("shows each member once, owners first, and counts the owners of all pages", async () => {
    const owner = await signInMember("OWNER");
    for (const role of ["VIEWER", "OWNER", "DEVELOPER", "VIEWER"] as const) await addMember(owner, role);
    const seen: TenantRole[] = [];
    const ids = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await listMembers(owner, { limit: 2, cursor });
      expect(page.ownerCount).toBe(2);
      expect(page.members.length).toBeLessThanOrEqual(2);
      for (const { role, userId } of page.members) {
        seen.push(role);
        ids.add(userId);
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(["OWNER", "OWNER", "DEVELOPER", "VIEWER", "VIEWER"]);
    expect(ids.size).toBe(5);
  });

  it("counts the list, and leads back through the pages it came by", async () => {
    const owner = await signInMember("OWNER");
    for (let i = 0; i < 4; i++) await addMember(owner, "VIEWER");
    const first = await listMembers(owner, { limit: 2 });
    const second = await listMembers(owner, { limit: 2, cursor: first.nextCursor ?? undefined });
    const third = await listMembers(owner, { limit: 2, cursor: second.nextCursor ?? undefined });
    expect([first, second, third].map(({ total, skipped }) => [total, skipped])).toEqual([
      [5, 0],
      [5, 2],
      [5, 4],
    ]);
    expect([first.previousCursor, second.previousCursor]).toEqual([null, null]);
    expect(await listMembers(owner, { limit: 2, cursor: third.previousCursor ?? undefined })).toEqual(second);
  });

  it("rejects a cursor of another list", async () => {
    const owner = await signInMember("OWNER");
    await expect(listMembers(owner, { limit: 2, cursor: "WzFd" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });
});

describe("changeRole", () => {
  it("changes permissions of session and token within five seconds, with one audit row", async () => {
    const owner = await signInMember("OWNER");
    const developer = await addMember(owner, "DEVELOPER");
    const { token } = await createToken(developer, {
      name: "ci",
      permissions: ["BUILDS_CREATE", "BUILDS_READ"],
      expires: 3_600,
    });
    expect((await authenticateToken(token, "request")).permissions).toContain("BUILDS_CREATE");
    await changeRole(owner, { userId: developer.actor.userId, role: "VIEWER" });
    expect((await reopen(developer)).role).toBe("VIEWER");
    await vi.waitFor(
      async () =>
        expect([...(await authenticateToken(token, "request")).permissions]).toEqual(["BUILDS_READ"]),
      { timeout: 5_000, interval: 200 },
    );
    const rows = (await auditOf(owner)).filter(({ action }) => action === "membership.change_role");
    expect(rows).toMatchObject([{ before: { role: "DEVELOPER" }, after: { role: "VIEWER" } }]);
  });

  it.each(["DEVELOPER", "VIEWER"] as const)("refuses a %s", async (role) => {
    const owner = await signInMember("OWNER");
    const member = await addMember(owner, role);
    for (const act of [
      changeRole(member, { userId: member.actor.userId, role: "OWNER" }),
      removeMember(member, owner.actor.userId),
      renameTenant(member, "Mine now"),
    ]) {
      await expect(act).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
    expect(await auditOf(owner)).toEqual([]);
  });

  it("does not find members of another tenant", async () => {
    const owner = await signInMember("OWNER");
    const stranger = await signInMember("OWNER");
    for (const userId of [stranger.actor.userId, NIL_ID]) {
      await expect(changeRole(owner, { userId, role: "VIEWER" })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
      await expect(removeMember(owner, userId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

describe("the last owner", () => {
  it("can neither leave nor lose the role", async () => {
    const owner = await signInMember("OWNER");
    const self = owner.actor.userId;
    await expect(removeMember(owner, self)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await expect(changeRole(owner, { userId: self, role: "VIEWER" })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await changeRole(owner, { userId: self, role: "OWNER" });
  });

  it("remains when all owners leave concurrently", async () => {
    const owner = await signInMember("OWNER");
    const owners = [owner, await addMember(owner, "OWNER"), await addMember(owner, "OWNER")];
    const outcomes = await Promise.allSettled(
      owners.map((each, index) =>
        index === 1
          ? changeRole(each, { userId: each.actor.userId, role: "VIEWER" })
          : removeMember(each, each.actor.userId),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const left = await database().systemDb.sql`
      select from memberships where tenant_id = ${owner.tenant.id} and role = 'OWNER'`;
    expect(left).toHaveLength(1);
  });
});

describe("removeMember", () => {
  it("ends the member's access, tokens and open streams", async () => {
    const owner = await signInMember("OWNER");
    const developer = await addMember(owner, "DEVELOPER");
    const { token } = await createToken(developer, { name: "ci", permissions: [], expires: 3_600 });
    await authenticateToken(token, "request");
    const stream = streamWhileMember(patient(developer), endless());
    expect((await stream.next()).done).toBe(false);
    await removeMember(owner, developer.actor.userId);
    await expect(reopen(developer)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await vi.waitFor(
      async () =>
        expect(await authenticateToken(token, "request").catch(({ code }) => code)).toBe("UNAUTHENTICATED"),
      { timeout: 5_000, interval: 200 },
    );
    expect((await stream.next()).done).toBe(true);
  });

  it.each(["sessions end", "tenant is suspended"])(
    "closes the open streams of a member whose %s",
    async (how) => {
      const member = await signInMember();
      member.actor.sessionVersion = 1;
      const stream = streamWhileMember(patient(member), endless());
      await stream.next();
      const { orm } = database().systemDb;
      const { userId } = member.actor;
      if (how === "sessions end")
        await orm.update(users).set({ sessionVersion: 2 }).where(eq(users.id, userId));
      else await orm.update(tenants).set({ suspendedAt: new Date() }).where(eq(tenants.id, member.tenant.id));
      expect((await stream.next()).done).toBe(true);
    },
  );

  it("lets a viewer leave", async () => {
    const owner = await signInMember("OWNER");
    const viewer = await addMember(owner, "VIEWER");
    await removeMember(viewer, viewer.actor.userId);
    expect(await firstMembers(owner)).toHaveLength(1);
    expect(await auditOf(owner)).toMatchObject([{ action: "membership.leave" }]);
  });
});

/** The same context with a clock that advances two seconds per call. */
function patient(ctx: TenantContext<UserActor>): TenantContext<UserActor> {
  let now = Date.now();
  return {
    ...ctx,
    now: () => {
      now += 2_000;
      return new Date(now);
    },
  };
}

async function* endless() {
  for (;;) yield 1;
}
