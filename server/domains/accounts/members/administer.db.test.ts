import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createMembership, createUser } from "@/db/factories.ts";
import { auditLog, memberships } from "@/db/schema/index.ts";
import { NIL_ID, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { adminChangeRole, adminEndMembership, listMemberships } from "./administer.ts";
import { ListMemberships } from "./input.ts";

setUpPlatform();

const list = (input: object) => ListMemberships.parse(input);

async function tenantOfTwo() {
  const owner = await signInMember("OWNER");
  const { id: userId } = await createUser(database().systemDb.orm);
  await createMembership(database().systemDb.orm, { tenantId: owner.tenant.id, userId });
  return { tenantId: owner.tenant.id, ownerId: owner.actor.userId, userId, owner };
}

describe("the memberships of any tenant", () => {
  it("are listed by tenant and by user, page by page", async () => {
    const admin = await signInAdmin();
    const { tenantId, ownerId, userId } = await tenantOfTwo();
    const first = await listMemberships(admin, list({ tenantId, limit: 1 }));
    const second = await listMemberships(admin, list({ tenantId, limit: 1, cursor: first.nextCursor }));
    expect([first, second].flatMap((page) => page.memberships.map(({ user }) => user.id))).toEqual([
      userId,
      ownerId,
    ]);
    expect(second.nextCursor).toBeNull();
    expect(second).toMatchObject({ total: 2, skipped: 1, previousCursor: null });
    const ofUser = await listMemberships(admin, list({ userId }));
    expect(ofUser.memberships).toMatchObject([{ tenant: { id: tenantId }, role: "DEVELOPER" }]);
    await expect(listMemberships(admin, list({ userId: NIL_ID }))).resolves.toMatchObject({
      memberships: [],
    });
  });

  it("are changed by a Super Admin with one audit row each", async () => {
    const admin = await signInAdmin();
    const { tenantId, userId } = await tenantOfTwo();
    await adminChangeRole(admin, { tenantId, userId, role: "VIEWER" });
    await adminEndMembership(admin, { tenantId, userId });
    const ofMember = and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));
    expect(await database().systemDb.orm.$count(memberships, ofMember)).toBe(0);
    const audit = await database()
      .systemDb.orm.select()
      .from(auditLog)
      .where(eq(auditLog.tenantId, tenantId))
      .orderBy(auditLog.id);
    expect(audit).toMatchObject([
      {
        action: "membership.change_role",
        actorId: admin.actor.userId,
        before: { role: "DEVELOPER" },
        after: { role: "VIEWER" },
      },
      { action: "membership.remove", before: { role: "VIEWER" }, after: null },
    ]);
  });

  it("never leave a tenant without an owner", async () => {
    const admin = await signInAdmin();
    const { tenantId, ownerId: userId } = await tenantOfTwo();
    const refused = { code: "INVALID_TRANSITION" };
    await expect(adminChangeRole(admin, { tenantId, userId, role: "VIEWER" })).rejects.toMatchObject(refused);
    await expect(adminEndMembership(admin, { tenantId, userId })).rejects.toMatchObject(refused);
    await adminChangeRole(admin, { tenantId, userId, role: "OWNER" });
  });

  it("are for Super Admins only, not for the tenant's owner", async () => {
    const { tenantId, userId, owner } = await tenantOfTwo();
    for (const ctx of [owner, systemContext("public")]) {
      const attempts = [
        listMemberships(ctx, list({ tenantId })),
        adminChangeRole(ctx, { tenantId, userId, role: "OWNER" }),
        adminEndMembership(ctx, { tenantId, userId }),
      ];
      for (const attempt of attempts) {
        await expect(attempt).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      }
    }
  });

  it("are not found for an unknown tenant or member", async () => {
    const admin = await signInAdmin();
    const { tenantId, userId } = await tenantOfTwo();
    for (const member of [
      { tenantId: NIL_ID, userId },
      { tenantId: admin.newId(), userId },
      { tenantId, userId: admin.actor.userId },
    ]) {
      await expect(adminEndMembership(admin, member)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });
});
