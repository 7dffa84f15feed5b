import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { createListing, createTenant } from "@/db/factories.ts";
import { auditLog, tenants } from "@/db/schema/index.ts";
import { NIL_ID, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { withOtherConnection } from "@/e2e/support/single-connection.ts";
import { enterTenantBySlug } from "@/server/auth/tenant-access.ts";
import { authenticateToken } from "@/server/auth/tokens/token-credentials.ts";
import { createContext, database, systemContext } from "@/server/core/context.ts";
import { dryRun } from "@/server/core/transactions.ts";
import { SearchMarketplace } from "@/server/domains/marketplace/input.ts";
import { getRegistryItem } from "@/server/domains/marketplace/registry/get-item.ts";
import { searchMarketplace } from "@/server/domains/marketplace/search.ts";
import { getMarketplaceItem } from "@/server/domains/marketplace/service.ts";
import { createToken } from "../tokens/service.ts";
import { restoreTenant, suspendTenant, verifyTenant } from "./administer.ts";
import { ListTenants } from "./input.ts";
import { getTenant, listTenants } from "./list-tenants.ts";

setUpPlatform();

const REASON = "Invoices unpaid for 90 days.";
const browse = (input: object) => ListTenants.parse(input);

const auditOf = (tenantId: string) =>
  database()
    .systemDb.orm.select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, tenantId))
    .orderBy(auditLog.id);

describe("suspendTenant", () => {
  it("does not block inserts that reference the tenant", async () => {
    const [admin, { tenant }] = [await signInAdmin(), await signInMember()];
    const nameMeanwhile = () =>
      withOtherConnection(
        () => database().systemDb.sql`select from tenants where id = ${tenant.id} for key share nowait`,
      );
    await dryRun(admin, async (joined) => {
      await suspendTenant(joined, { tenantId: tenant.id, reason: REASON });
      await expect(nameMeanwhile()).resolves.toHaveLength(1);
    });
  });

  it("ends access of members and tokens within 5 s and removes its items from the marketplace", async () => {
    const [admin, member] = [await signInAdmin(), await signInMember()];
    const { token } = await createToken(member, { name: "ci", permissions: ["BUILDS_READ"], expires: 3_600 });
    const { slug } = await createListing(database().systemDb.orm, {
      tenantId: member.tenant.id,
      type: "APP_PLUGIN",
      status: "APPROVED",
    });
    const search = () =>
      searchMarketplace(systemContext("test"), SearchMarketplace.parse({ search: slug, limit: 5 })).then(
        ({ items }) => items,
      );
    await expect(authenticateToken(token, "r")).resolves.toMatchObject({ tenant: { id: member.tenant.id } });
    await expect(search()).resolves.toHaveLength(1);

    await suspendTenant(admin, { tenantId: member.tenant.id, reason: REASON });

    await expect(
      enterTenantBySlug(createContext(member.actor), member.actor.userId, member.tenant.slug),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await vi.waitFor(
      () => expect(authenticateToken(token, "r")).rejects.toMatchObject({ code: "UNAUTHENTICATED" }),
      { timeout: 5_000, interval: 200 },
    );
    await expect(search()).resolves.toHaveLength(0);
    await expect(getTenant(admin, member.tenant.id)).resolves.toMatchObject({
      suspendedReason: REASON,
      members: 1,
      owners: 0,
      activeTokens: 1,
      listings: { APPROVED: 1 },
    });

    await restoreTenant(admin, member.tenant.id);
    await vi.waitFor(() => expect(authenticateToken(token, "r")).resolves.toBeDefined(), { timeout: 5_000 });
    await expect(search()).resolves.toHaveLength(1);
    expect(await auditOf(member.tenant.id)).toMatchObject([
      {
        action: "tenant.suspend",
        before: { state: "ACTIVE" },
        after: { state: "SUSPENDED", reason: REASON },
      },
      {
        action: "tenant.restore",
        before: { state: "SUSPENDED", reason: REASON },
        after: { state: "ACTIVE" },
      },
    ]);
  });

  it("rejects suspended tenants and unknown ids", async () => {
    const admin = await signInAdmin();
    const { id: tenantId } = await createTenant(database().systemDb.orm);
    const refused = { code: "INVALID_TRANSITION" };
    await expect(restoreTenant(admin, tenantId)).rejects.toMatchObject(refused);
    await suspendTenant(admin, { tenantId, reason: REASON });
    await expect(suspendTenant(admin, { tenantId, reason: REASON })).rejects.toMatchObject(refused);
    for (const nobody of [NIL_ID, admin.newId()]) {
      await expect(suspendTenant(admin, { tenantId: nobody, reason: REASON })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    }
    expect(await auditOf(tenantId)).toHaveLength(1);
  });
});

describe("verifyTenant", () => {
  it("marks a publisher on the marketplace and in the registry, and takes the mark away, each audited", async () => {
    const admin = await signInAdmin();
    const { orm } = database().systemDb;
    const { id: tenantId } = await createTenant(orm);
    const { slug } = await createListing(orm, { tenantId, type: "APP_PLUGIN", status: "APPROVED" });
    const visitor = systemContext("public");
    const isShown = async () => [
      (await getMarketplaceItem(visitor, { type: "APP_PLUGIN", slug })).isPublisherVerified,
      (await searchMarketplace(visitor, SearchMarketplace.parse({ search: slug }))).items[0]
        ?.isPublisherVerified,
      (await getRegistryItem(visitor, { type: "app-plugin", slug })).publisher.verified,
    ];
    expect(await isShown()).toEqual([false, false, false]);
    await verifyTenant(admin, { tenantId, isVerified: true });
    expect(await isShown()).toEqual([true, true, true]);
    expect((await getTenant(admin, tenantId)).verifiedAt).not.toBeNull();
    const again = verifyTenant(admin, { tenantId, isVerified: true });
    await expect(again).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await verifyTenant(admin, { tenantId, isVerified: false });
    expect(await isShown()).toEqual([false, false, false]);
    expect((await auditOf(tenantId)).map(({ action, after }) => [action, after])).toEqual([
      ["tenant.verify", { verified: true }],
      ["tenant.unverify", { verified: false }],
    ]);
  });

  it("is refused for members and for unknown workspaces", async () => {
    const owner = await signInMember("OWNER");
    const input = { tenantId: owner.tenant.id, isVerified: true };
    await expect(verifyTenant(owner, input)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const unknown = verifyTenant(await signInAdmin(), { ...input, tenantId: NIL_ID });
    await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await auditOf(owner.tenant.id)).toEqual([]);
  });
});

describe("listTenants", () => {
  it("pages through all tenants, newest first, and finds them by name, slug and id", async () => {
    const admin = await signInAdmin();
    const { orm } = database().systemDb;
    const made = [];
    for (let day = 1; day <= 5; day++) {
      made.push(
        await createTenant(orm, { name: `Paging 50%_${day}`, createdAt: new Date(Date.UTC(2031, 0, day)) }),
      );
    }
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listTenants(
        admin,
        browse({ search: "paging 50%_", limit: 2, ...(cursor && { cursor }) }),
      );
      seen.push(...page.tenants.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(made.map(({ id }) => id).reverse());
    const [first] = made;
    for (const search of [first?.slug, first?.id.toUpperCase()]) {
      const { tenants: found } = await listTenants(admin, browse({ search }));
      expect(found.map(({ id }) => id)).toEqual([first?.id]);
    }
  });

  it("filters by state", async () => {
    const admin = await signInAdmin();
    const { id } = await createTenant(database().systemDb.orm);
    const idsIn = async (state: "ACTIVE" | "SUSPENDED") =>
      (await listTenants(admin, browse({ state: [state], search: id }))).tenants.map((found) => found.id);
    expect([await idsIn("ACTIVE"), await idsIn("SUSPENDED")]).toEqual([[id], []]);
    await database().systemDb.orm.update(tenants).set({ suspendedAt: new Date() }).where(eq(tenants.id, id));
    expect([await idsIn("ACTIVE"), await idsIn("SUSPENDED")]).toEqual([[], [id]]);
  });
});

describe("without the role of Super Admin", () => {
  it("tenants are neither listed nor changed, not even by their owner", async () => {
    const [owner, developer] = [await signInMember("OWNER"), await signInMember()];
    const { id: tenantId } = owner.tenant;
    for (const ctx of [owner, developer, systemContext("public")]) {
      const attempts = [
        listTenants(ctx, browse({})),
        getTenant(ctx, tenantId),
        suspendTenant(ctx, { tenantId, reason: REASON }),
        restoreTenant(ctx, tenantId),
      ];
      for (const attempt of attempts) {
        await expect(attempt).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      }
    }
  });
});
