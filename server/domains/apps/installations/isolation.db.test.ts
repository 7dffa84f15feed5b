import { beforeAll, describe, expect, it } from "vitest";
import { createItem, type Item, setUpStorage, signInWithApp } from "@/e2e/support/installations.ts";
import { sessionOfActor, setUpPlatform } from "@/e2e/support/platform.ts";
import { QueueBuild } from "@/server/domains/builds/input.ts";
import { queueBuild } from "@/server/domains/builds/service.ts";
import { appRouter, createCaller } from "@/server/router.ts";
import { listInstallations } from "./service.ts";

setUpPlatform();
setUpStorage();

type Owner = Awaited<ReturnType<typeof signInWithApp>>;

let owner: Owner;
let stranger: Owner;
let plugin: Item;
let system: Item;
let buildId: string;
let listingId: string;

beforeAll(async () => {
  [owner, stranger] = [await signInWithApp("OWNER"), await signInWithApp("OWNER")];
  [plugin, system] = [await createItem(), await createItem("SYSTEM_PLUGIN")];
  listingId = (await plugin.publish("1.0.0")).id;
  await system.publish("1.0.0");
  await owner.install(plugin);
  await owner.install(system, {}, null);
  const build = QueueBuild.parse({ platform: "ANDROID", version: "1.0.0" });
  buildId = (await queueBuild(owner.ctx, owner.appId, build)).id;
});

/** Calls of each procedure, by a stranger in their own tenant, that name what the owner has. */
const CALLS: Record<string, () => object> = {
  "installations.list": () => ({ appId: owner.appId }),
  "installations.get": () => ({ appId: owner.appId, type: plugin.type, slug: plugin.slug }),
  "builds.unavailableInputs": () => ({ appId: owner.appId }),
  "builds.inputs": () => ({ buildId }),
  "installations.set": () => ({ appId: owner.appId, type: plugin.type, slug: plugin.slug }),
  "installations.remove": () => ({ appId: owner.appId, type: plugin.type, slug: plugin.slug }),
  "installations.impact": () => ({ listingId }),
  "builds.comparison": () => ({ buildId }),
};
/** Procedures that take the key of an item, which is public. */
const OF_ITEMS = ["installations.options", "installations.history"];

describe("another tenant's apps and installations", () => {
  it("are asked for by every procedure", () => {
    const all = Object.keys(appRouter._def.procedures).filter((path) => path.startsWith("installations."));
    const tested = [...Object.keys(CALLS), ...OF_ITEMS].filter((path) => path.startsWith("installations."));
    expect(tested.sort()).toEqual(all.sort());
  });

  it.each(Object.keys(CALLS))("are not found by %s, whichever tenant the caller names", async (path) => {
    const { actor, tenant } = stranger.ctx;
    const caller = createCaller({ session: sessionOfActor(actor), requestId: "test-request" });
    const [domain = "", name = ""] = path.split(".");
    const procedure = (
      caller as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>
    )[domain]?.[name];
    for (const { slug } of [tenant, owner.ctx.tenant]) {
      await expect(procedure?.({ tenant: slug, ...CALLS[path]?.() })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    }
  });

  it("are neither listed nor removed as system plugins, and stay as they were", async () => {
    const { actor, tenant } = stranger.ctx;
    const caller = createCaller({ session: sessionOfActor(actor), requestId: "test-request" });
    const own = { tenant: tenant.slug, appId: null };
    expect(await caller.installations.list(own)).toEqual([]);
    const key = { ...own, type: system.type, slug: system.slug };
    await expect(caller.installations.remove(key)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await caller.installations.options(key)).toMatchObject({
      targets: [{ name: tenant.name, installedVersion: null }],
    });
    const item = { tenant: tenant.slug, type: plugin.type, slug: plugin.slug };
    expect(await caller.installations.history(item)).toEqual([]);
    expect(await listInstallations(owner.ctx, { appId: null })).toHaveLength(1);
    expect(await listInstallations(owner.ctx, owner)).toHaveLength(1);
  });
});
