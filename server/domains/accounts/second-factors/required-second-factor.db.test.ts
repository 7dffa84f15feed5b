import { encode } from "next-auth/jwt";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMembership, createUser } from "@/db/factories.ts";
import {
  claimsOf,
  sessionOfActor,
  setUpPlatform,
  signInAdmin,
  signInMember,
  withSession,
} from "@/e2e/support/platform.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import { findRequestUser, sessionCookieOptions } from "@/server/auth/sessions/session-cookie.ts";
import { enterTenantBySession } from "@/server/auth/tenant-access.ts";
import { createContext, database, type UserActor } from "@/server/core/context.ts";
import { completeEnv, env } from "@/server/core/env/env.ts";
import { ListAuditEntries } from "@/server/domains/audit/input.ts";
import { listAuditEntries } from "@/server/domains/audit/list-entries.ts";
import { sessionRoute } from "@/server/http/session-route.ts";
import { checkPageAccess } from "@/server/pages/page-gate.ts";
import { createCaller } from "@/server/router.ts";

setUpPlatform();
beforeEach(() => void completeEnv({ REQUIRE_ADMIN_2FA: "true" }));
afterEach(() => void completeEnv({ REQUIRE_ADMIN_2FA: "false" }));

const REFUSED = { code: "PERMISSION_DENIED", reason: "SET_UP_SECOND_FACTOR" };

async function headersOf(actor: UserActor) {
  const token = await encode({ token: claimsOf(actor), secret: env().NEXTAUTH_SECRET ?? "" });
  return new Headers({
    cookie: `${sessionCookieOptions("session").name}=${token}`,
    "x-request-id": "request-0001",
  });
}

const callerOf = (actor: UserActor) =>
  createCaller({ session: sessionOfActor(actor), requestId: "request-0001" });

/** Super Admin without a second factor, who is also an owner of a workspace. */
async function signInOwningAdmin() {
  const { tenant } = await signInMember("OWNER");
  const admin = await signInAdmin();
  await createMembership(database().systemDb.orm, {
    tenantId: tenant.id,
    userId: admin.actor.userId,
    role: "OWNER",
  });
  return { admin, tenant };
}

it("refuses services, procedures and session routes, in the workspace as well", async () => {
  const { admin, tenant } = await signInOwningAdmin();
  await expect(listAuditEntries(admin, ListAuditEntries.parse({}))).rejects.toMatchObject(REFUSED);
  await expect(enterTenantBySession(sessionOfActor(admin.actor), tenant.slug, "r")).rejects.toMatchObject(
    REFUSED,
  );
  await expect(sessionOfActor(admin.actor).memberships()).rejects.toMatchObject(REFUSED);
  const caller = callerOf(admin.actor);
  for (const call of [
    () => caller.adminAudit.list({}),
    () => caller.settings.get(),
    () => caller.apps.list({ tenant: tenant.slug }),
    () => caller.notifications.unread(),
  ])
    await expect(call()).rejects.toMatchObject({ code: "FORBIDDEN", cause: REFUSED });
  const headers = await headersOf(admin.actor);
  await expect(findRequestUser(headers)).rejects.toMatchObject(REFUSED);
  const route = sessionRoute(async () => new Response("seen"));
  const response = await route(new Request("http://localhost/api/exports/audit", { headers }));
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "PERMISSION_DENIED" });
});

it("leaves the page that sets one up, and its procedures", async () => {
  const { admin, tenant } = await signInOwningAdmin();
  const headers = await headersOf(admin.actor);
  for (const path of [
    "/admin",
    "/admin/users",
    "/builder",
    "/dashboard",
    `/builder/${tenant.slug}`,
    "/account",
    "/account/tokens",
    "/account/security.rsc",
    "/account//security",
  ])
    expect(await checkPageAccess(path, headers), path).toBe("second-factor");
  expect(await checkPageAccess("/account/security", headers)).toBe("open");
  expect(await callerOf(admin.actor).secondFactors.get()).toMatchObject({
    isRequired: true,
    recoveryCodesLeft: null,
  });
});

it("opens everything to those with a second factor, and to users who are no Super Admins", async () => {
  const { tenant, actor } = await signInMember("OWNER");
  expect(await checkPageAccess(`/builder/${tenant.slug}`, await headersOf(actor))).toBe("open");
  const user = await createUser(database().systemDb.orm, {
    platformRole: "SUPER_ADMIN",
    secondFactorAt: new Date(),
  });
  const admin = createContext(await withSession(toUserActor(user, Date.now())));
  expect(await checkPageAccess("/admin", await headersOf(admin.actor))).toBe("open");
  expect(await listAuditEntries(admin, ListAuditEntries.parse({}))).toMatchObject({ entries: [] });
});

it("is off by default", async () => {
  completeEnv({ REQUIRE_ADMIN_2FA: "" });
  const { admin } = await signInOwningAdmin();
  expect(await checkPageAccess("/admin", await headersOf(admin.actor))).toBe("open");
});
