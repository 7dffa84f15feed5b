import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditLog, domainEvents, installations, listings, rolloutMoves, tenants } from "@/db/schema/index.ts";
import { sha256Of } from "@/e2e/support/archives.ts";
import { createItem, setUpStorage, signInWithApp } from "@/e2e/support/installations.ts";
import { NIL_ID, setUpPlatform } from "@/e2e/support/platform.ts";
import { createRollout, getRollout } from "@/e2e/support/rollouts.ts";
import { database, systemContext, type TenantContext } from "@/server/core/context.ts";
import { cancelBuild } from "@/server/domains/builds/end.ts";
import { QueueBuild } from "@/server/domains/builds/input.ts";
import { openInput } from "@/server/domains/builds/inputs/build-inputs.ts";
import { claimBuild } from "@/server/domains/builds/leases/claim-build.ts";
import { retryBuild } from "@/server/domains/builds/retry.ts";
import { getBuild, queueBuild } from "@/server/domains/builds/service.ts";
import { getRegistryItem } from "@/server/domains/marketplace/registry/get-item.ts";
import { deleteApp } from "../deletion/service.ts";
import { getInstallOptions } from "./install-options.ts";
import { listInstallations, removeInstallation } from "./service.ts";

setUpPlatform();
setUpStorage();

const orm = () => database().systemDb.orm;

const auditOf = (ctx: TenantContext) =>
  orm()
    .select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.tenantId, ctx.tenant.id))
    .orderBy(asc(auditLog.at), asc(auditLog.id));

describe("setInstallation", () => {
  it("installs the current version, and moves up and down with audit rows and events", async () => {
    const item = await createItem();
    await item.publish("1.0.0");
    await item.publish("1.1.0");
    await item.publish("2.0.0-beta.1");
    const { ctx, appId, install } = await signInWithApp();
    const first = await install(item);
    expect(first).toMatchObject({
      isNew: true,
      installation: {
        type: "app-plugin",
        slug: item.slug,
        name: "An item",
        version: "1.1.0",
        current: "1.1.0",
        updates: "MANUAL",
        acceptedPermissions: [],
        state: "OK",
        heldBack: null,
      },
    });
    const second = await install(item, { version: "1.0.0", updates: "MINOR" });
    expect(second).toMatchObject({
      isNew: false,
      installation: { version: "1.0.0", state: "UPDATE_AVAILABLE", updates: "MINOR" },
    });
    // A repeated request changes nothing, and is told to nobody.
    expect(await install(item, { version: "1.0.0", updates: "MINOR" })).toEqual(second);
    const key = { type: "app-plugin", slug: item.slug } as const;
    expect((await getRegistryItem(systemContext("public"), key)).installations).toBe(1);
    await removeInstallation(ctx, { appId, type: item.type, slug: item.slug });
    expect((await getRegistryItem(systemContext("public"), key)).installations).toBe(0);
    expect(await listInstallations(ctx, { appId })).toEqual([]);
    const rows = (await auditOf(ctx)).filter(({ action }) => action.startsWith("installation."));
    expect(rows).toMatchObject([
      { action: "installation.set", before: null, after: { appId, version: "1.1.0", updates: "MANUAL" } },
      { action: "installation.set", before: { version: "1.1.0" }, after: { version: "1.0.0" } },
      { action: "installation.remove", before: { version: "1.0.0" }, after: null },
    ]);
    const events = await orm()
      .select({ type: domainEvents.type, data: domainEvents.data })
      .from(domainEvents)
      .where(eq(domainEvents.tenantId, ctx.tenant.id))
      .orderBy(asc(domainEvents.sequence));
    expect(events).toMatchObject([
      { type: "installation.updated", data: { version: "1.1.0", previousVersion: null } },
      { type: "installation.updated", data: { version: "1.0.0", previousVersion: "1.1.0" } },
      { type: "installation.updated", data: { version: null, previousVersion: "1.0.0" } },
    ]);
  });

  it("names each permission without consent, and keeps earlier consent", async () => {
    const item = await createItem();
    await item.publish("1.0.0", ["network", "storage"]);
    const { ctx, appId, install } = await signInWithApp();
    await expect(install(item, { acceptPermissions: ["storage"] })).rejects.toMatchObject({
      code: "PERMISSIONS_NOT_ACCEPTED",
      problems: [{ path: "acceptPermissions", message: 'must include "network"' }],
    });
    expect(await listInstallations(ctx, { appId })).toEqual([]);
    const accepting = { acceptPermissions: ["storage", "network", "camera"] };
    const { installation } = await install(item, accepting);
    expect(installation.acceptedPermissions).toEqual(["network", "storage"]);

    await item.publish("1.1.0", ["network", "storage", "camera"]);
    expect(await listInstallations(ctx, { appId })).toMatchObject([
      { version: "1.0.0", current: "1.1.0", state: "NEEDS_CONSENT" },
    ]);
    await expect(install(item)).rejects.toMatchObject({ code: "PERMISSIONS_NOT_ACCEPTED" });
    const updated = await install(item, { acceptPermissions: ["camera"] });
    expect(updated.installation).toMatchObject({
      version: "1.1.0",
      state: "OK",
      acceptedPermissions: ["camera", "network", "storage"],
    });
  });

  it("takes back the consent of an update that is undone, and no other", async () => {
    const item = await createItem();
    await item.publish("1.0.0", ["network"]);
    await item.publish("1.1.0", ["camera", "network"]);
    const { ctx, appId, install } = await signInWithApp();
    const before = { version: "1.0.0", updates: "MINOR", acceptPermissions: ["network"] };
    await install(item, before);
    await install(item, { version: "1.1.0", updates: "MINOR", acceptPermissions: ["camera"] });
    const unconsented = { ...before, acceptPermissions: [], replacesConsent: true };
    await expect(install(item, unconsented)).rejects.toMatchObject({ code: "PERMISSIONS_NOT_ACCEPTED" });
    await install(item, { ...before, replacesConsent: true });
    expect(await listInstallations(ctx, { appId })).toMatchObject([
      { version: "1.0.0", updates: "MINOR", acceptedPermissions: ["network"], state: "NEEDS_CONSENT" },
    ]);
  });

  it("has no update below an installed pre-release of a later major number", async () => {
    const item = await createItem();
    await item.publish("1.5.0");
    await item.publish("2.0.0-beta.1");
    const { ctx, appId, install } = await signInWithApp();
    await install(item, { version: "2.0.0-beta.1" });
    const stateOf = async () => (await listInstallations(ctx, { appId }))[0];
    expect(await stateOf()).toMatchObject({ version: "2.0.0-beta.1", current: "1.5.0", state: "OK" });
    await item.publish("2.0.0");
    expect(await stateOf()).toMatchObject({ current: "2.0.0", state: "UPDATE_AVAILABLE" });
  });

  it("refuses a change of what the caller has not seen", async () => {
    const item = await createItem();
    await item.publish("1.0.0");
    await item.publish("1.0.1");
    const { ctx, appId, install } = await signInWithApp();
    const versions = async () => (await listInstallations(ctx, { appId })).map(({ version }) => version);
    for (const expectedVersion of ["1.0.0", "1.0.1"]) {
      await expect(install(item, { expectedVersion })).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    }
    await install(item, { version: "1.0.1", expectedVersion: null });
    await expect(
      install(item, { version: "1.0.0", updates: "PATCH", expectedVersion: "1.0.0" }),
    ).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: `${item.slug} was changed to 1.0.1 in the meantime. Reload to see it.`,
    });
    expect(await versions()).toEqual(["1.0.1"]);
    await install(item, { version: "1.0.0", expectedVersion: "1.0.1" });
    expect(await versions()).toEqual(["1.0.0"]);
  });

  it("keeps policy and consent of an installation that a request does not name", async () => {
    const item = await createItem();
    await item.publish("1.0.0", ["network"]);
    await item.publish("1.1.0", ["network"]);
    const { install } = await signInWithApp();
    await install(item, { version: "1.0.0", updates: "PATCH", acceptPermissions: ["network"] });
    const changed = await install(item, { version: "1.1.0" });
    expect(changed.installation).toMatchObject({ updates: "PATCH", acceptedPermissions: ["network"] });
    expect((await install(item)).installation).toMatchObject({ version: "1.1.0", updates: "PATCH" });
  });

  it.each(["PENDING_APPROVAL", "REJECTED", "SUSPENDED", "WITHDRAWN"] as const)(
    "refuses a version that is %s, as one that does not exist",
    async (status) => {
      const item = await createItem();
      const { id } = await item.publish("1.0.0");
      await orm()
        .update(listings)
        .set({ status, decidedAt: status === "PENDING_APPROVAL" ? null : new Date() })
        .where(eq(listings.id, id));
      const { install } = await signInWithApp();
      for (const content of [{}, { version: "1.0.0" }, { version: "9.9.9" }]) {
        await expect(install(item, content)).rejects.toMatchObject({ code: "NOT_INSTALLABLE" });
      }
    },
  );

  it("refuses a suspended publisher's version, and a type that is not installed there", async () => {
    const [plugin, system] = [await createItem(), await createItem("SYSTEM_PLUGIN")];
    await plugin.publish("1.0.0");
    await system.publish("1.0.0");
    const { ctx, install } = await signInWithApp();
    await expect(install(system)).rejects.toMatchObject({ code: "NOT_INSTALLABLE" });
    await expect(install(plugin, {}, null)).rejects.toMatchObject({ code: "NOT_INSTALLABLE" });
    expect(await install(system, {}, null)).toMatchObject({ isNew: true });
    expect(await listInstallations(ctx, { appId: null })).toMatchObject([{ type: "system-plugin" }]);
    const suspendPublisher = { suspendedAt: new Date() };
    await orm().update(tenants).set(suspendPublisher).where(eq(tenants.id, plugin.ctx.tenant.id));
    await expect(install(plugin)).rejects.toMatchObject({ code: "NOT_INSTALLABLE" });
  });

  it("refuses a version without code, installs the highest below it, and reports no update to it", async () => {
    const [item, bare] = [await createItem(), await createItem()];
    await item.publish("1.0.0");
    await item.publish("1.1.0", [], false);
    await bare.publish("1.0.0", [], false);
    const { ctx, install } = await signInWithApp();
    const refusal = { code: "NOT_INSTALLABLE", message: expect.stringContaining("has no archive") };
    await expect(install(bare)).rejects.toMatchObject(refusal);
    await expect(install(item, { version: "1.1.0" })).rejects.toMatchObject(refusal);
    expect((await install(item, { updates: "MINOR" })).installation).toMatchObject({
      version: "1.0.0",
      current: "1.1.0",
      state: "OK",
      heldBack: null,
    });
    expect(await getInstallOptions(ctx, bare)).toMatchObject({ version: "1.0.0", lacksCode: true });
    expect(await getInstallOptions(ctx, item)).toMatchObject({ version: "1.0.0", lacksCode: false });
  });

  it("replaces the theme of an app, also when two are installed at once", async () => {
    const themes = [await createItem("THEME"), await createItem("THEME"), await createItem("THEME")] as const;
    for (const theme of themes) await theme.publish("1.0.0");
    const { ctx, appId, install } = await signInWithApp();
    await install(themes[0]);
    expect(await install(themes[1])).toMatchObject({ isNew: true });
    await Promise.all([install(themes[0]), install(themes[2])]);
    const installed = await listInstallations(ctx, { appId });
    expect(installed).toHaveLength(1);
    expect(themes.map(({ slug }) => slug)).toContain(installed[0]?.slug);
  });

  it("is for owners and developers, and hides other tenants' apps", async () => {
    const item = await createItem();
    await item.publish("1.0.0");
    const viewer = await signInWithApp("VIEWER");
    await expect(viewer.install(item)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await listInstallations(viewer.ctx, viewer)).toEqual([]);
    const [own, other] = [await signInWithApp(), await signInWithApp()];
    await own.install(item);
    const key = { appId: own.appId, type: item.type, slug: item.slug };
    for (const attempt of [
      () => listInstallations(other.ctx, key),
      () => other.install(item, {}, own.appId),
      () => removeInstallation(other.ctx, key),
      () => other.install(item, {}, NIL_ID),
      () => removeInstallation(other.ctx, { ...key, appId: other.appId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await listInstallations(own.ctx, own)).toHaveLength(1);
  });
});

it("what is installed in an app is uninstalled when the app is deleted, with audit rows and events", async () => {
  const [item, theme] = [await createItem(), await createItem("THEME")];
  for (const { publish } of [item, theme]) await publish("1.0.0");
  const { ctx, appId, install } = await signInWithApp();
  for (const one of [item, theme]) await install(one);
  await deleteApp(ctx, appId);
  const removed = (await auditOf(ctx)).filter(({ action }) => action === "installation.remove");
  expect(removed).toMatchObject([{ before: { slug: item.slug } }, { before: { slug: theme.slug } }]);
  const events = await orm()
    .select({ data: domainEvents.data })
    .from(domainEvents)
    .where(eq(domainEvents.tenantId, ctx.tenant.id))
    .orderBy(asc(domainEvents.sequence));
  expect(events.slice(-2)).toMatchObject([
    { data: { slug: item.slug, version: null } },
    { data: { slug: theme.slug, version: null } },
  ]);
});

describe("a version whose rollout is on hold or was rolled back", () => {
  const setUp = async (state: "HELD" | "ROLLED_BACK", versions = ["1.0.0", "1.0.1"]) => {
    const item = await createItem();
    let last = { id: "" };
    for (const version of versions) last = await item.publish(version);
    const heldAt = new Date(Date.UTC(2026, 0, 1));
    await createRollout(orm(), last.id, { state, heldAt, holdReason: "Crashes at start." });
    return { item, heldAt, lastId: last.id, ...(await signInWithApp()) };
  };

  it.each([
    ["HELD", "ON_HOLD", "The rollout of 1.0.1 is on hold. Crashes at start.", "Crashes at start."],
    [
      "ROLLED_BACK",
      "ROLLED_BACK",
      "The rollout of 1.0.1 was rolled back. Crashes at start.",
      "Rolled back. Crashes at start.",
    ],
  ] as const)(
    "is not installed without its number, and with a warning by its number (%s)",
    async (...expected) => {
      const [state, code, message, reason] = expected;
      const { item, install, ctx, appId, heldAt } = await setUp(state);
      const heldBack = { version: "1.0.1", reason, since: heldAt.toISOString() };
      for (const attempt of [1, 2]) {
        const first = await install(item, { updates: "PATCH" });
        expect(first).toMatchObject({ isNew: true, warnings: [] });
        expect(first.installation).toMatchObject({ version: "1.0.0", current: "1.0.1", heldBack });
        if (attempt === 1) await removeInstallation(ctx, { appId, type: item.type, slug: item.slug });
      }
      const named = await install(item, { version: "1.0.1" });
      expect(named.warnings).toEqual([{ code, message }]);
      expect(named.installation).toMatchObject({ version: "1.0.1", updates: "PATCH", heldBack: null });
      expect((await install(item, { version: "1.0.1" })).warnings).toEqual(named.warnings);
      expect(await install(item, { version: "1.0.0" })).toMatchObject({
        warnings: [],
        installation: { version: "1.0.0", heldBack },
      });
    },
  );

  it("is shown as held back to those alone that their policy would update to it", async () => {
    const { item, install } = await setUp("HELD", ["1.0.0", "1.0.1", "1.1.0"]);
    const heldBackWith = async (content: object) => (await install(item, content)).installation.heldBack;
    expect(await heldBackWith({ version: "1.0.1", updates: "MINOR" })).toMatchObject({ version: "1.1.0" });
    expect(await heldBackWith({ version: "1.0.1", updates: "PATCH" })).toBeNull();
    expect(await heldBackWith({ version: "1.0.1", updates: "MINOR" })).toMatchObject({ version: "1.1.0" });
    expect(await heldBackWith({ version: "1.0.1", updates: "MANUAL" })).toBeNull();
    // Another update is not on hold.
    expect(await heldBackWith({ version: "1.0.0", updates: "PATCH" })).toBeNull();
  });

  it("is not shown as held back to those whose people left it", async () => {
    const { item, install, ctx, lastId } = await setUp("HELD");
    await install(item, { version: "1.0.0", updates: "PATCH" });
    const [row] = await orm().select().from(installations).where(eq(installations.tenantId, ctx.tenant.id));
    const { id: rolloutId } = await getRollout(orm(), lastId);
    if (!row) throw new Error("nothing is installed");
    const { id: installationId, tenantId, appId, listingId: fromListingId } = row;
    const move = { rolloutId, installationId, tenantId, appId, fromListingId, ring: 1, movedAt: new Date() };
    await orm().insert(rolloutMoves).values(move);
    const { installation } = await install(item, { version: "1.0.0", updates: "MINOR" });
    expect(installation.heldBack).toBeNull();
  });

  it("is the only release: none is installed, not even a pre-release, until its number is named", async () => {
    const { item, install } = await setUp("ROLLED_BACK", ["1.0.0-rc.1", "1.0.0"]);
    await expect(install(item)).rejects.toMatchObject({
      code: "NOT_INSTALLABLE",
      message: expect.stringContaining("The rollout of 1.0.0 was rolled back."),
    });
    expect(await install(item, { version: "1.0.0" })).toMatchObject({ warnings: [{ code: "ROLLED_BACK" }] });
    expect(await install(item, { version: "1.0.0-rc.1" })).toMatchObject({ warnings: [] });
  });
});

describe("inputs of a build", () => {
  const queue = ({ ctx, appId }: { ctx: TenantContext; appId: string }) =>
    queueBuild(ctx, appId, QueueBuild.parse({ platform: "ANDROID", version: "1.0.0" }));

  it("are frozen when it is queued, given with the claim and kept by a retry", async () => {
    const [plugin, theme, system] = [
      await createItem(),
      await createItem("THEME"),
      await createItem("SYSTEM_PLUGIN"),
    ];
    const { archive } = await plugin.publish("1.0.0");
    await theme.publish("2.0.0");
    await system.publish("3.0.0");
    const owner = await signInWithApp();
    await owner.install(plugin);
    await owner.install(theme);
    await owner.install(system, {}, null);
    const build = await queue(owner);
    await plugin.publish("1.1.0");
    await owner.install(plugin);
    const { inputs } = await getBuild(owner.ctx, build.id);
    expect(inputs).toMatchObject([
      { type: "app-plugin", slug: plugin.slug, version: "1.0.0", sha256: archive?.sha256 },
      { type: "system-plugin", slug: system.slug, version: "3.0.0" },
      { type: "theme", slug: theme.slug, version: "2.0.0", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);

    const workerId = "inputs-1";
    const asWorker = systemContext("worker");
    const job = await claimUntil(workerId, build.id);
    expect(job.inputs).toEqual(
      inputs.map((input) => ({
        ...input,
        url: `/api/builds/${build.id}/inputs/${input.sha256}?workerId=${workerId}`,
      })),
    );
    for (const { sha256 } of inputs) {
      const key = { buildId: build.id, sha256: sha256 ?? "", workerId };
      const download = await openInput(asWorker, key);
      const bytes = await readAll(await download.open());
      expect([sha256Of(bytes), bytes.byteLength]).toEqual([sha256, download.sizeBytes]);
      expect(await readAll(await download.open({ start: 1, end: 4 }))).toEqual(bytes.subarray(1, 5));
      await expect(openInput(asWorker, { ...key, workerId: "another" })).rejects.toMatchObject({
        code: "INVALID_TRANSITION",
      });
    }
    await expect(
      openInput(asWorker, { buildId: build.id, sha256: "0".repeat(64), workerId }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });

    await cancelBuild(owner.ctx, build.id);
    const ended = { buildId: build.id, sha256: inputs[0]?.sha256 ?? "", workerId };
    await expect(openInput(asWorker, ended)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    const retry = await retryBuild(owner.ctx, build.id);
    expect((await getBuild(owner.ctx, retry.id)).inputs).toEqual(inputs);
  });

  it("refuse a build, and the retry of one, with a version that was suspended", async () => {
    const item = await createItem();
    const { id } = await item.publish("1.0.0");
    const owner = await signInWithApp();
    await owner.install(item);
    const build = await queue(owner);
    await cancelBuild(owner.ctx, build.id);
    await item.setStatus(id, "SUSPENDED");
    expect(await listInstallations(owner.ctx, owner)).toMatchObject([
      { state: "UNAVAILABLE", current: null },
    ]);
    const unavailable = { code: "INPUT_UNAVAILABLE", message: expect.stringContaining(`${item.slug} 1.0.0`) };
    await expect(queue(owner)).rejects.toMatchObject(unavailable);
    await expect(retryBuild(owner.ctx, build.id)).rejects.toMatchObject(unavailable);
    await removeInstallation(owner.ctx, { appId: owner.appId, type: item.type, slug: item.slug });
    expect((await getBuild(owner.ctx, (await queue(owner)).id)).inputs).toEqual([]);
  });
});

/** Claims builds until the worker gets this one. */
async function claimUntil(workerId: string, buildId: string) {
  for (;;) {
    const job = await claimBuild(systemContext("worker"), { workerId, platforms: ["ANDROID"] });
    if (!job) throw new Error("the build is not in the queue");
    if (job.buildId === buildId) return job;
  }
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
