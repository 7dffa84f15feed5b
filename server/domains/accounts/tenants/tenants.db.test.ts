import { describe, expect, it } from "vitest";
import { createMembership, createTenant } from "@/db/factories.ts";
import { sessionOfActor, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { enterTenantBySlug } from "@/server/auth/tenant-access.ts";
import { createContext, database } from "@/server/core/context.ts";
import { rememberTenant } from "./service.ts";

setUpPlatform();

async function memberOfTwo() {
  const member = await signInMember();
  const { orm } = database().systemDb;
  const second = await createTenant(orm);
  await createMembership(orm, { tenantId: second.id, userId: member.actor.userId, role: "VIEWER" });
  const { actor } = member;
  const mine = () => sessionOfActor(actor).memberships();
  return { ctx: createContext(actor), mine, slugs: [member.tenant.slug, second.slug] };
}

describe("rememberTenant", () => {
  it("lists the tenant used last first", async () => {
    const { ctx, mine, slugs } = await memberOfTwo();
    for (const slug of slugs) {
      await rememberTenant(ctx, slug);
      const [first, ...others] = await mine();
      expect(first?.slug).toBe(slug);
      expect(others).toHaveLength(1);
    }
  });

  it("ignores tenants of others", async () => {
    const stranger = await signInMember();
    const { ctx, mine, slugs } = await memberOfTwo();
    await rememberTenant(ctx, stranger.tenant.slug);
    expect((await mine()).map(({ slug }) => slug).sort()).toEqual(slugs.sort());
  });
});

describe("enterTenantBySlug", () => {
  it("hides a tenant from all but its members, even from Super Admins", async () => {
    const { tenant } = await signInMember();
    for (const ctx of [await signInAdmin(), createContext((await signInMember()).actor)]) {
      await expect(enterTenantBySlug(ctx, ctx.actor.userId, tenant.slug)).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    }
  });
});
