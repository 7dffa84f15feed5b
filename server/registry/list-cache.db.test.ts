import { beforeAll, describe, expect, it } from "vitest";
import { createEntity, createListing } from "@/db/factories.ts";
import { waitUntil } from "@/e2e/process/program.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { withdrawListing } from "../listings/service.ts";
import { countDownload } from "../marketplace/count-downloads.ts";
import { announceMarketplaceChange, marketplaceGeneration } from "../marketplace/generation.ts";
import { decideListing, undoDecisions } from "../moderation/service.ts";
import { type Context, database, systemContext, type TenantContext } from "../platform/context.ts";
import { dryRun } from "../platform/mutate.ts";
import { getRouteHandlers } from "../rest.ts";
import { renameTenant } from "../tenants/service.ts";
import { restoreTenant, suspendTenant } from "../tenants/suspend.ts";
import { verifyTenant } from "../tenants/verify.ts";
import { ListItemsQuery } from "./input.ts";
import { findCachedList, startListRead } from "./list-cache.ts";
import type { RegistryPage } from "./view.ts";

setUpPlatform();

const ALL = ListItemsQuery.parse({ category: [] });
const THEMES = ListItemsQuery.parse({ category: [], type: "theme" });
const { GET } = getRouteHandlers("/api/marketplace/items");

async function list(headers: Record<string, string> = {}) {
  const response = await GET?.(new Request("http://127.0.0.1/api/marketplace/items", { headers }));
  if (!response) throw new Error("the route has no handler for GET");
  const text = await response.text();
  const page = text === "" ? null : (JSON.parse(text) as RegistryPage);
  return { status: response.status, tag: response.headers.get("etag") ?? "", page };
}

async function createVersion(ctx: TenantContext, status: "APPROVED" | "PENDING_APPROVAL") {
  const { orm } = database().systemDb;
  const { id, slug } = await createEntity(orm, { type: "APP_PLUGIN", tenantId: ctx.tenant.id });
  const item = { tenantId: ctx.tenant.id, type: "APP_PLUGIN", slug, entityId: id, status } as const;
  return { ...(await createListing(orm, item)), slug };
}

/** Runs a change, and waits for the broadcast of its announcement. @returns whether it started a generation at once */
async function isAnnounced(change: () => unknown): Promise<boolean> {
  const before = marketplaceGeneration() ?? Number.NaN;
  await change();
  const isStarted = marketplaceGeneration() !== before;
  if (isStarted) await waitUntil(() => (marketplaceGeneration() ?? 0) > before + 1);
  return isStarted;
}

const announce = () => announceMarketplaceChange(systemContext("test"));

// Nothing is cached before this process receives the changes of others.
beforeAll(() => waitUntil(() => marketplaceGeneration() !== null));

describe("announceMarketplaceChange", () => {
  it("is called by all that changes what is public", async () => {
    const [admin, owner] = [await signInAdmin(), await signInMember("OWNER")];
    const { id: listingId } = await createVersion(owner, "PENDING_APPROVAL");
    const [tenantId, comment] = [owner.tenant.id, "A comment."];
    const changes: [string, () => Promise<unknown>][] = [
      ["approve", () => decideListing(admin, { listingId, action: "approve" })],
      ["undo", () => undoDecisions(admin, { listingIds: [listingId] })],
      ["approve again", () => decideListing(admin, { listingId, action: "approve" })],
      ["suspend", () => decideListing(admin, { listingId, action: "suspend", reason: "BROKEN", comment })],
      ["restore", () => decideListing(admin, { listingId, action: "restore", comment })],
      ["verify", () => verifyTenant(admin, { tenantId, isVerified: true })],
      ["rename", () => renameTenant(owner, "Another name")],
      ["suspend the workspace", () => suspendTenant(admin, { tenantId, reason: "A reason." })],
      ["restore the workspace", () => restoreTenant(admin, tenantId)],
      ["withdraw", () => withdrawListing(owner, listingId)],
    ];
    for (const [name, change] of changes) expect([name, await isAnnounced(change)]).toEqual([name, true]);
  });

  it("is not called by a change that is rolled back", async () => {
    const [admin, { tenant }]: [Context, TenantContext] = [await signInAdmin(), await signInMember()];
    const suspension = () =>
      dryRun(admin, (joined) => suspendTenant(joined, { tenantId: tenant.id, reason: "A reason." }));
    expect(await isAnnounced(suspension)).toBe(false);
  });
});

describe("a list of the registry", () => {
  it("is cached by its query, until the marketplace changes", async () => {
    startListRead(ALL)("a tag", "{}");
    expect(findCachedList(ALL)).toEqual({ tag: "a tag", text: "{}" });
    expect(findCachedList(THEMES)).toBeNull();
    expect(await isAnnounced(announce)).toBe(true);
    expect(findCachedList(ALL)).toBeNull();
  });

  it("is not cached when the marketplace changed during the read", async () => {
    const store = startListRead(ALL);
    await isAnnounced(announce);
    store("an old tag", "{}");
    expect(findCachedList(ALL)).toBeNull();
  });

  it("needs no query while it is cached, and is current after a change", async () => {
    const [admin, member] = [await signInAdmin(), await signInMember()];
    const { id, slug } = await createVersion(member, "PENDING_APPROVAL");
    const isListed = ({ page }: { page: RegistryPage | null }) =>
      page?.items.some((item) => item.slug === slug);
    const before = await list();
    await database().systemDb.sql.begin(async (sql) => {
      await sql`lock table marketplace_items in access exclusive mode`;
      expect(await list()).toEqual(before);
      expect(await list({ "if-none-match": before.tag })).toEqual({ ...before, status: 304, page: null });
    });
    expect(isListed(before)).toBe(false);
    await isAnnounced(() => decideListing(admin, { listingId: id, action: "approve" }));
    const after = await list();
    expect(isListed(after)).toBe(true);
    expect(after.tag).not.toBe(before.tag);
  });

  it("shows downloads within seconds", async () => {
    const { id, slug } = await createVersion(await signInMember(), "APPROVED");
    await isAnnounced(announce);
    const downloads = async () => (await list()).page?.items.find((item) => item.slug === slug)?.downloads;
    expect(await downloads()).toBe(0);
    await countDownload(systemContext("public"), id);
    await waitUntil(async () => (await downloads()) === 1);
  });

  it("is evicted by a change of another process", async () => {
    startListRead(ALL)("a tag", "{}");
    const message = JSON.stringify({ from: "another process", messages: ["changed"] });
    await database().systemDb.sql`select pg_notify('drydock_marketplace_changes', ${message})`;
    await waitUntil(() => findCachedList(ALL) === null);
  });
});
