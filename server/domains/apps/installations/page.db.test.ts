import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { rollouts } from "@/db/schema/index.ts";
import { createItem, type Item, setUpStorage, signInWithApp } from "@/e2e/support/installations.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { createRollout } from "@/e2e/support/rollouts.ts";
import { database } from "@/server/core/context.ts";
import { QueueBuild } from "@/server/domains/builds/input.ts";
import { listBuildInputs, listUnavailableItems } from "@/server/domains/builds/inputs/described-inputs.ts";
import { queueBuild } from "@/server/domains/builds/service.ts";
import { archiveApp } from "../edit.ts";
import { getInstallOptions } from "./install-options.ts";
import { browseInstallations, getInstallationPage } from "./page.ts";
import { removeInstallation } from "./service.ts";

setUpPlatform();
setUpStorage();

const orm = () => database().systemDb.orm;

type Owner = Awaited<ReturnType<typeof signInWithApp>>;

const pageOf = (
  { ctx, appId }: Owner,
  { type, slug }: Item,
  version?: string,
  target: string | null = appId,
) => getInstallationPage(ctx, { appId: target, type, slug, version });

describe("getInstallationPage", () => {
  it("shows the current version with all permissions before it is installed", async () => {
    const item = await createItem();
    await item.publish("1.0.0", ["network"]);
    await item.publish("1.1.0", ["network", "storage.read"]);
    const owner = await signInWithApp();
    expect(await pageOf(owner, item)).toMatchObject({
      item: { name: "An item", currentVersion: "1.1.0" },
      installation: null,
      versions: [{ version: "1.1.0" }, { version: "1.0.0", permissions: ["network"] }],
      change: {
        kind: "INSTALL",
        version: "1.1.0",
        permissions: ["network", "storage.read"],
        missingPermissions: ["network", "storage.read"],
        entries: [],
      },
    });
    expect((await pageOf(owner, item, "1.0.0")).change).toMatchObject({ version: "1.0.0" });
  });

  it("compares with the current version, or the chosen one: consent, removals and changes between", async () => {
    const item = await createItem();
    await item.publish("1.0.0", ["camera", "network"]);
    await item.publish("1.0.1", ["camera", "network"]);
    await item.publish("1.1.0", ["network", "storage.read"]);
    const owner = await signInWithApp();
    const accepting = { acceptPermissions: ["camera", "network"] };
    await owner.install(item, { version: "1.0.0", ...accepting });
    expect(await pageOf(owner, item)).toMatchObject({
      installation: { version: "1.0.0", state: "NEEDS_CONSENT" },
      change: {
        kind: "UPDATE",
        version: "1.1.0",
        missingPermissions: ["storage.read"],
        removedPermissions: ["camera"],
        entries: [{ version: "1.1.0" }, { version: "1.0.1" }],
      },
    });
    expect((await pageOf(owner, item, "1.0.1")).change).toMatchObject({
      kind: "UPDATE",
      missingPermissions: [],
      entries: [{ version: "1.0.1" }],
    });
    expect((await pageOf(owner, item, "1.0.0")).change).toBeNull();
    await owner.install(item, { acceptPermissions: ["storage.read"] });
    expect((await pageOf(owner, item)).change).toBeNull();
    expect((await pageOf(owner, item, "1.0.1")).change).toMatchObject({
      kind: "ROLL_BACK",
      missingPermissions: [],
      removedPermissions: ["storage.read"],
      entries: [],
    });
  });

  it("tells of versions whose rollout is on hold or was rolled back", async () => {
    const item = await createItem();
    await item.publish("1.0.0");
    const { id: listingId } = await item.publish("1.0.1");
    const owner = await signInWithApp();
    await owner.install(item, { version: "1.0.0" });
    await createRollout(orm(), listingId, {
      state: "HELD",
      heldAt: new Date(),
      holdReason: "It breaks builds.",
    });
    const told = { state: "HELD", reason: "It breaks builds." };
    expect(await pageOf(owner, item)).toMatchObject({ change: { version: "1.0.1", hold: told }, hold: null });
    expect(await getInstallOptions(owner.ctx, item)).toMatchObject({
      version: "1.0.0",
      hold: { version: "1.0.1", ...told },
    });
    const other = await signInWithApp();
    expect(await pageOf(other, item)).toMatchObject({
      change: { kind: "INSTALL", version: "1.0.0", hold: null },
    });
    await owner.install(item, { version: "1.0.1" });
    expect(await pageOf(owner, item)).toMatchObject({ change: null, hold: told });
    expect(await pageOf(owner, item, "1.0.0")).toMatchObject({ change: { hold: null }, hold: told });
    await orm().update(rollouts).set({ state: "RUNNING" }).where(eq(rollouts.listingId, listingId));
    expect((await pageOf(owner, item)).hold).toBeNull();
  });

  it("keeps the page of an installation whose item left the marketplace", async () => {
    const item = await createItem();
    const { id } = await item.publish("1.0.0");
    const owner = await signInWithApp();
    await owner.install(item);
    await item.setStatus(id, "SUSPENDED");
    expect(await pageOf(owner, item)).toMatchObject({
      item: { name: "An item", publisher: null, icon: null, currentVersion: null },
      installation: { state: "UNAVAILABLE" },
      versions: [],
      change: null,
    });
    expect(await browseInstallations(owner.ctx, owner)).toMatchObject([{ state: "UNAVAILABLE", icon: null }]);
    const unavailable = { type: "app-plugin", slug: item.slug, name: "An item", version: "1.0.0" };
    expect(await listUnavailableItems(owner.ctx, owner)).toEqual([unavailable]);
    const other = await signInWithApp();
    expect(await listUnavailableItems(other.ctx, other)).toEqual([]);
    await expect(listUnavailableItems(other.ctx, owner)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("tells of the inputs of a build what became of their items", async () => {
    const [item, other] = [await createItem(), await createItem()];
    const { id } = await item.publish("1.0.0");
    const { id: otherId } = await other.publish("1.0.0");
    await other.publish("1.0.1");
    const owner = await signInWithApp();
    await owner.install(item);
    await owner.install(other, { version: "1.0.0" });
    const build = QueueBuild.parse({ platform: "ANDROID", version: "1.0.0" });
    const { id: buildId } = await queueBuild(owner.ctx, owner.appId, build);
    const inputOf = async ({ slug }: Item) =>
      (await listBuildInputs(owner.ctx, buildId)).find((input) => input.slug === slug);
    const available = { isAvailable: true, isListed: true, isInstalled: true, stopsBuilds: false };
    expect(await inputOf(item)).toMatchObject(available);
    for (const listingId of [id, otherId]) await item.setStatus(listingId, "SUSPENDED");
    const suspended = { isAvailable: false, isInstalled: true, stopsBuilds: true };
    expect(await inputOf(item)).toMatchObject({ ...suspended, isListed: false });
    await owner.install(other, { version: "1.0.1" });
    expect(await inputOf(other)).toMatchObject({ ...suspended, isListed: true, stopsBuilds: false });
    await removeInstallation(owner.ctx, { appId: owner.appId, type: item.type, slug: item.slug });
    const gone = { isAvailable: false, isListed: false, isInstalled: false, stopsBuilds: false };
    expect(await inputOf(item)).toMatchObject(gone);
  });

  it("names the theme that another replaces", async () => {
    const [one, other] = [await createItem("THEME"), await createItem("THEME")];
    await one.publish("1.0.0");
    await other.publish("1.0.0");
    const owner = await signInWithApp();
    await owner.install(one);
    expect((await pageOf(owner, other)).change).toMatchObject({ kind: "INSTALL", replaces: "An item" });
  });

  it("finds neither unknown items and versions, nor other targets and other tenants' apps", async () => {
    const [plugin, system] = [await createItem(), await createItem("SYSTEM_PLUGIN")];
    await plugin.publish("1.0.0");
    await system.publish("1.0.0");
    const [owner, other] = [await signInWithApp("VIEWER"), await signInWithApp()];
    const unpublished = await createItem();
    for (const attempt of [
      () => pageOf(owner, unpublished),
      () => pageOf(owner, plugin, "9.9.9"),
      () => pageOf(owner, plugin, undefined, null),
      () => pageOf(owner, system),
      () => pageOf(owner, plugin, undefined, other.appId),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await pageOf(owner, system, undefined, null)).toMatchObject({ installation: null });
  });
});

describe("getInstallOptions", () => {
  it("lists the apps that can have the item, with what it replaces there", async () => {
    const [theme, other] = [await createItem("THEME"), await createItem("THEME")];
    await theme.publish("1.0.0");
    await other.publish("1.0.0");
    const owner = await signInWithApp();
    const { orm } = database().systemDb;
    const { id: second } = await createApp(orm, { tenantId: owner.ctx.tenant.id });
    const { id: archived } = await createApp(orm, { tenantId: owner.ctx.tenant.id });
    await archiveApp(owner.ctx, archived);
    await owner.install(theme);
    await owner.install(other, {}, second);
    const options = await getInstallOptions(owner.ctx, theme);
    expect(options).toMatchObject({ item: { slug: theme.slug }, version: "1.0.0", permissions: [] });
    expect(options.targets).toHaveLength(2);
    expect(options.targets).toEqual(
      expect.arrayContaining([
        { appId: owner.appId, name: expect.any(String), installedVersion: "1.0.0", replaces: null },
        { appId: second, name: expect.any(String), installedVersion: null, replaces: "An item" },
      ]),
    );
  });

  it("offers the tenant for a system plugin, and nothing of an item that is not in the marketplace", async () => {
    const [system, unpublished] = [await createItem("SYSTEM_PLUGIN"), await createItem()];
    await system.publish("1.0.0", ["network"]);
    const owner = await signInWithApp("VIEWER");
    expect(await getInstallOptions(owner.ctx, system)).toMatchObject({
      permissions: ["network"],
      targets: [{ appId: null, name: owner.ctx.tenant.name, installedVersion: null }],
    });
    await expect(getInstallOptions(owner.ctx, unpublished)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
