import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createListing, createMembership, createTenant, createUser } from "@/db/factories.ts";
import { atTime, setUpPlatform, signInAdmin } from "@/e2e/support/platform.ts";
import { endSessions } from "@/server/auth/sessions/load-session.ts";
import { changeRole } from "@/server/domains/accounts/members/members.ts";
import { disableUser } from "@/server/domains/accounts/users/administer.ts";
import { DecideListing } from "@/server/domains/moderation/input.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { permissionsOfRole, RECENT_AUTHENTICATION_MS } from "./authorize.ts";
import { type Context, database, enterTenant } from "./context.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const userId = randomUUID();
const refused = { code: "PERMISSION_DENIED", reason: "REAUTHENTICATE" };

/** Context of the same session, `ms` after its user signed in. */
const later = <C extends Context>(ctx: C, ms: number): C =>
  atTime(ctx, (ctx.actor.kind === "user" ? (ctx.actor.authenticatedAt?.getTime() ?? 0) : 0) + ms);

// The access matrix of `server/router.db.test.ts` has all of them.
it("a dangerous action of a Super Admin is refused ten minutes after the sign-in, and without a time of it", async () => {
  const admin = await signInAdmin();
  const { authenticatedAt: _at, ...actor } = admin.actor;
  const act = (ctx: Context) => disableUser(ctx, { userId, reason: "x" });
  await expect(act(later(admin, RECENT_AUTHENTICATION_MS))).rejects.toMatchObject(refused);
  await expect(act({ ...admin, actor })).rejects.toMatchObject(refused);
  // Recent enough: only the subject is missing.
  await expect(act(later(admin, RECENT_AUTHENTICATION_MS - 1))).rejects.toMatchObject({ code: "NOT_FOUND" });
});

describe("without a recent authentication a Super Admin", () => {
  it("decides on listings, and signs out", async () => {
    const admin = later(await signInAdmin(), RECENT_AUTHENTICATION_MS);
    const { id: owner } = await createTenant(orm());
    const listing = await createListing(orm(), { tenantId: owner, type: "THEME" });
    expect(
      await decideListing(admin, DecideListing.parse({ listingId: listing.id, action: "approve" })),
    ).toMatchObject({
      status: "APPROVED",
    });
    await endSessions(admin, admin.actor.userId);
  });

  it("changes roles in a workspace of their own, as its owner", async () => {
    const admin = await signInAdmin();
    const tenant = await createTenant(orm());
    const member = await createUser(orm());
    await createMembership(orm(), { tenantId: tenant.id, userId: admin.actor.userId, role: "OWNER" });
    await createMembership(orm(), { tenantId: tenant.id, userId: member.id, role: "VIEWER" });
    const owner = enterTenant(later(admin, RECENT_AUTHENTICATION_MS), {
      tenant,
      role: "OWNER",
      permissions: permissionsOfRole("OWNER"),
    });
    await changeRole(owner, { userId: member.id, role: "DEVELOPER" });
  });
});
