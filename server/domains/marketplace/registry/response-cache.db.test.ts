import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEntity, createListing } from "@/db/factories.ts";
import { waitUntil } from "@/e2e/process/program.ts";
import { createItem, setUpStorage, signInWithApp } from "@/e2e/support/installations.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext, type TenantContext } from "@/server/core/context.ts";
import { dryRun } from "@/server/core/transactions.ts";
import { restoreTenant, suspendTenant, verifyTenant } from "@/server/domains/accounts/tenants/administer.ts";
import { renameTenant } from "@/server/domains/accounts/tenants/service.ts";
import { deleteApp } from "@/server/domains/apps/deletion/service.ts";
import { removeInstallation } from "@/server/domains/apps/installations/service.ts";
import { withdrawListing } from "@/server/domains/listings/service.ts";
import { NO_CODE } from "@/server/domains/moderation/policy.ts";
import { decideListing, undoDecisions } from "@/server/domains/moderation/service.ts";
import { announceMarketplaceChange, isCurrent, takeSnapshot } from "@/server/events/marketplace-changes.ts";
import { getRouteHandlers } from "@/server/rest.ts";
import { downloadVersion } from "../download.ts";
import { findCachedResponse, startRead } from "./response-cache.ts";

setUpPlatform();
setUpStorage();

const REQUEST = { q: "a request" };
const ITEM = { type: "app-plugin", slug: "an-item" };
const visitor = () => systemContext("public");

const cache = () => startRead(REQUEST)([ITEM], "a tag", "{}");
const isCached = () => findCachedResponse(REQUEST) !== null;

/** Announces a change of the marketplace, and waits until its broadcast came back, and with it those of earlier changes. */
async function announceAndWait(): Promise<void> {
  const before = takeSnapshot()?.generation ?? Number.NaN;
  announceMarketplaceChange(visitor());
  await waitUntil(() => (takeSnapshot()?.generation ?? 0) > before + 1);
}

/** Broadcasts changes as another process does. */
const broadcastAs = (from: string, messages: { item: string | null }[]) =>
  database().systemDb.sql`
    select pg_notify('drydock_marketplace_changes', ${JSON.stringify({ from, messages })})`;

async function createVersion(ctx: TenantContext, status: "APPROVED" | "PENDING_APPROVAL") {
  const { orm } = database().systemDb;
  const { id, slug } = await createEntity(orm, { type: "APP_PLUGIN", tenantId: ctx.tenant.id });
  const item = { tenantId: ctx.tenant.id, type: "APP_PLUGIN", slug, entityId: id, status } as const;
  return { ...(await createListing(orm, item)), slug };
}

// Nothing is cached before this process receives the changes of others.
beforeAll(() => waitUntil(() => takeSnapshot() !== null));
beforeEach(announceAndWait);

describe("a response of the registry", () => {
  it("is cached by its request, until the marketplace changes", () => {
    cache();
    expect(findCachedResponse(REQUEST)).toMatchObject({ tag: "a tag", text: "{}" });
    expect(findCachedResponse({ q: "another request" })).toBeNull();
    announceMarketplaceChange(visitor());
    expect(isCached()).toBe(false);
  });

  it("is not cached when the marketplace changed during the read", () => {
    const store = startRead(REQUEST);
    announceMarketplaceChange(visitor());
    store([ITEM], "an old tag", "{}");
    expect(isCached()).toBe(false);
  });

  it("needs no query while it is cached, and is current after a change", async () => {
    const [admin, member] = [await signInAdmin(), await signInMember()];
    const { id, slug } = await createVersion(member, "PENDING_APPROVAL");
    const { GET } = getRouteHandlers("/api/marketplace/items");
    const list = async (headers: Record<string, string> = {}) => {
      const response = await GET?.(new Request("http://127.0.0.1/api/marketplace/items", { headers }));
      return {
        status: response?.status,
        tag: response?.headers.get("etag") ?? "",
        text: await response?.text(),
      };
    };
    const before = await list();
    await database().systemDb.sql.begin(async (sql) => {
      await sql`lock table marketplace_items in access exclusive mode`;
      expect(await list()).toEqual(before);
      expect(await list({ "if-none-match": before.tag })).toEqual({ ...before, status: 304, text: "" });
    });
    expect(before.text).not.toContain(slug);
    await decideListing(admin, { listingId: id, action: "approve", acknowledgedFindings: [NO_CODE] });
    const after = await list();
    expect(after.text).toContain(slug);
    expect(after.tag).not.toBe(before.tag);
  });
});

describe("a change is announced", () => {
  it("by all that changes what is public", async () => {
    const [admin, owner] = [await signInAdmin(), await signInMember("OWNER")];
    const { id: listingId } = await createVersion(owner, "PENDING_APPROVAL");
    const [tenantId, comment] = [owner.tenant.id, "A comment."];
    const changes: [string, () => Promise<unknown>][] = [
      [
        "approve",
        () => decideListing(admin, { listingId, action: "approve", acknowledgedFindings: [NO_CODE] }),
      ],
      ["undo", () => undoDecisions(admin, { listingIds: [listingId] })],
      [
        "approve again",
        () => decideListing(admin, { listingId, action: "approve", acknowledgedFindings: [NO_CODE] }),
      ],
      ["suspend", () => decideListing(admin, { listingId, action: "suspend", reason: "BROKEN", comment })],
      ["restore", () => decideListing(admin, { listingId, action: "restore", comment })],
      ["verify", () => verifyTenant(admin, { tenantId, isVerified: true })],
      ["rename", () => renameTenant(owner, "Another name")],
      ["suspend the workspace", () => suspendTenant(admin, { tenantId, reason: "A reason." })],
      ["restore the workspace", () => restoreTenant(admin, tenantId)],
      ["withdraw", () => withdrawListing(owner, listingId)],
    ];
    for (const [name, change] of changes) {
      await announceAndWait();
      cache();
      await change();
      expect([name, isCached()]).toEqual([name, false]);
    }
  });

  it("by all that changes the counts of an item, for responses with this item alone", async () => {
    const [plugin, themes] = [await createItem(), [await createItem("THEME"), await createItem("THEME")]];
    await plugin.publish("1.0.0");
    for (const theme of themes) await theme.publish("1.0.0");
    const [first, second] = themes as [(typeof themes)[0], (typeof themes)[0]];
    const { ctx, appId, install } = await signInWithApp();
    const key = { type: "app-plugin", slug: plugin.slug, version: "1.0.0" } as const;
    const changes: [string, { slug: string }, () => Promise<unknown>][] = [
      ["download", plugin, async () => (await downloadVersion(visitor(), key, { format: "tokens" })).open()],
      ["install", plugin, () => install(plugin)],
      ["uninstall", plugin, () => removeInstallation(ctx, { appId, type: plugin.type, slug: plugin.slug })],
      ["install a theme", first, () => install(first)],
      ["replace a theme", first, () => install(second)],
      ["delete the app", second, () => deleteApp(ctx, appId)],
    ];
    for (const [name, { slug }, change] of changes) {
      await announceAndWait();
      const snapshot = takeSnapshot();
      if (!snapshot) throw new Error("this process receives no changes");
      const reference = `${slug === plugin.slug ? "app-plugin" : "theme"}/${slug}`;
      await change();
      expect([name, isCurrent(snapshot, [reference])]).toEqual([name, false]);
      expect([name, isCurrent(snapshot, ["app-plugin/another-item"])]).toEqual([name, true]);
    }
  });

  it("after the commit only, and not after a rollback", async () => {
    const [admin, { tenant }] = [await signInAdmin(), await signInMember()];
    cache();
    await dryRun(admin, async (joined) => {
      await suspendTenant(joined, { tenantId: tenant.id, reason: "A reason." });
      expect(isCached()).toBe(true);
    });
    expect(isCached()).toBe(true);
  });
});

// The last one: a process that is heard once times out, which evicts everything.
it("a response is evicted by a change of another process: of the marketplace, or of the counts of its items", async () => {
  cache();
  await broadcastAs("another process", [{ item: "app-plugin/another-item" }]);
  await broadcastAs("another process", [{ item: "app-plugin/an-item" }]);
  await waitUntil(() => !isCached());
  cache();
  await broadcastAs("another process", [{ item: null }]);
  await waitUntil(() => !isCached());
});
