import { describe, expect, it } from "vitest";
import { sessionOfActor, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { endSessions } from "@/server/auth/sessions/load-session.ts";
import { TENANT_ROLES } from "@/shared/vocabulary.ts";
import { systemContext, type UserActor } from "./core/context.ts";
import { appRouter, createCaller } from "./router.ts";

setUpPlatform();

const PUBLIC = [
  "marketplace.search",
  "marketplace.changelogs",
  "marketplace.item",
  "marketplace.categories",
  "marketplace.downloadHistory",
  "featuredItems.list",
  "registry.presentation",
  "notifications.unsubscribeOffer",
  "tenants.signUp",
  "members.invitation",
  "members.joinAsNew",
  "signIn.startPasskey",
  "signIn.secondStep",
  "emailLinks.get",
  "emailLinks.requestReset",
  "emailLinks.resetPassword",
];
const PERSONAL = [
  "tenants.remember",
  "tenants.create",
  "members.join",
  "tokens.listOwn",
  "tokens.revokeOwn",
  "notifications.read",
  "notifications.unread",
  "notifications.markRead",
  "notifications.preferences",
  "notifications.setPreference",
  "notifications.appPreferences",
  "notifications.setAppPreference",
];

const procedures = Object.keys(appRouter._def.procedures);
const isOfAdmins = (path: string) => path.startsWith("admin");
const isPersonal = (path: string) => PERSONAL.includes(path) || /^(settings|secondFactors)\./.test(path);
const isOfTenants = (path: string) => !PUBLIC.includes(path) && !isPersonal(path) && !isOfAdmins(path);

/** Calls a procedure with only the slug of a tenant, which the access check needs. */
async function callAs(user: UserActor | null, path: string, tenant: string): Promise<unknown> {
  const session = user && sessionOfActor(user);
  const caller = createCaller({ session, requestId: "test-request" });
  const procedure = path
    .split(".")
    .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], caller);
  return (procedure as (input: unknown) => Promise<unknown>)({ tenant });
}

describe("every procedure", () => {
  it("has an owner", () => {
    expect(procedures.filter(isOfTenants).length).toBeGreaterThan(8);
    expect(procedures.filter(isOfAdmins).length).toBeGreaterThan(3);
  });

  it.each(procedures.filter((path) => !PUBLIC.includes(path)))(
    "%s rejects calls without a session",
    async (path) => {
      const { tenant } = await signInMember();
      await expect(callAs(null, path, tenant.slug)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    },
  );

  it.each(procedures.filter((path) => !PUBLIC.includes(path)))(
    "%s refuses whose session is over",
    async (path) => {
      const { actor, tenant } = await signInMember("OWNER");
      await endSessions(systemContext("test"), actor.userId);
      await expect(callAs(actor, path, tenant.slug)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    },
  );

  it.each(procedures.filter(isOfTenants))(
    "%s knows no tenant for strangers and Super Admins",
    async (path) => {
      const { tenant } = await signInMember();
      for (const stranger of [await signInMember("OWNER"), await signInAdmin()]) {
        await expect(callAs(stranger.actor, path, tenant.slug)).rejects.toMatchObject({ code: "NOT_FOUND" });
      }
    },
  );

  it.each(procedures.filter(isOfAdmins))(
    "%s answers no member of a tenant, whatever their role",
    async (path) => {
      for (const role of TENANT_ROLES) {
        const member = await signInMember(role);
        await expect(callAs(member.actor, path, member.tenant.slug)).rejects.toMatchObject({
          code: "FORBIDDEN",
        });
      }
    },
  );

  it.each(procedures.filter(isOfAdmins))("%s is for Super Admins only", async (path) => {
    const admin = await signInAdmin();
    const refusal = await callAs(admin.actor, path, "none").then(
      () => null,
      (error: { code: string }) => error.code,
    );
    expect(["UNAUTHORIZED", "FORBIDDEN"]).not.toContain(refusal);
  });
});
