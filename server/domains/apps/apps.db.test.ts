import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp as appFactory, createBuild } from "@/db/factories.ts";
import { apps, auditLog } from "@/db/schema/index.ts";
import { sessionOfActor, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, type TenantContext } from "@/server/core/context.ts";
import { retryBuild } from "@/server/domains/builds/retry.ts";
import { queueBuild } from "@/server/domains/builds/service.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { createCaller } from "@/server/router.ts";
import { reference } from "@/shared/text/text.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";
import { createApp } from "./create.ts";
import { deleteApp } from "./deletion/service.ts";
import { archiveApp, editApp, restoreApp } from "./edit.ts";
import { CreateApp } from "./input.ts";
import { getApp, listApps } from "./service.ts";

setUpPlatform();

const fieldNotes: CreateApp = { name: "Field Notes", slug: "field-notes", platforms: ["ANDROID", "IOS"] };

const auditOf = (ctx: TenantContext) =>
  database()
    .systemDb.orm.select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.tenantId, ctx.tenant.id))
    .orderBy(auditLog.at, auditLog.id);

const storedApps = (ctx: TenantContext) =>
  database().systemDb.orm.select().from(apps).where(eq(apps.tenantId, ctx.tenant.id));

describe("createApp", () => {
  it.each<TenantRole>(["OWNER", "DEVELOPER"])("makes an app for a %s, with one audit row", async (role) => {
    const ctx = await signInMember(role);
    const app = await createApp(ctx, fieldNotes);
    expect(app).toMatchObject({ ...fieldNotes, lastBuildNumber: 0, archivedAt: null });
    expect(await getApp(ctx, app.id)).toEqual(app);
    expect(await listApps(ctx)).toEqual([{ ...app, newestBuild: null }]);
    expect(await auditOf(ctx)).toEqual([{ action: "app.create", before: null, after: fieldNotes }]);
  });

  it("creates an app that can be built", async () => {
    const ctx = await signInMember();
    const app = await createApp(ctx, { ...fieldNotes, platforms: ["IOS"] });
    await expect(queueBuild(ctx, app.id, { platform: "ANDROID", version: "1.0.0" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    const build = await queueBuild(ctx, app.id, { platform: "IOS", version: "1.0.0" });
    expect(build).toMatchObject({ appId: app.id, number: 1, status: "QUEUED" });
  });

  it("names the field and the owner of a taken slug, and stores nothing", async () => {
    const ctx = await signInMember();
    const app = await createApp(ctx, fieldNotes);
    const again = createApp(ctx, { ...fieldNotes, name: "Other" });
    await expect(again).rejects.toMatchObject({
      code: "SLUG_TAKEN",
      problems: [{ path: "slug", message: "is taken by “Field Notes”" }],
    });
    await archiveApp(ctx, app.id);
    await expect(createApp(ctx, fieldNotes)).rejects.toMatchObject({
      problems: [{ path: "slug", message: "is taken by “Field Notes”, which is archived" }],
    });
    expect(await storedApps(ctx)).toHaveLength(1);
  });

  it("lets each tenant have the same slug", async () => {
    for (const ctx of [await signInMember(), await signInMember()]) await createApp(ctx, fieldNotes);
  });

  it("gives a slug to one of two concurrent requests", async () => {
    const ctx = await signInMember();
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => createApp(ctx, fieldNotes)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await auditOf(ctx)).toHaveLength(1);
  });

  it("refuses more than the maximum number of apps", async () => {
    const ctx = await signInMember();
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      id: ctx.newId(),
      tenantId: ctx.tenant.id,
      slug: `app-${index}`,
      name: `App ${index}`,
      platforms: ["IOS" as const],
    }));
    await database().systemDb.orm.insert(apps).values(rows);
    await expect(createApp(ctx, fieldNotes)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });
});

describe("CreateApp", () => {
  it.each([
    [{ name: " " }, "name"],
    [{ name: "a".repeat(81) }, "name"],
    [{ slug: "Field Notes" }, "slug"],
    [{ slug: "io" }, "slug"],
    [{ platforms: [] }, "platforms"],
    [{ platforms: ["WINDOWS"] }, "platforms.0"],
    [{ platforms: "IOS" }, "platforms"],
  ])("refuses %j at %s", (change, path) => {
    const { error } = CreateApp.safeParse({ ...fieldNotes, ...change });
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });

  it("takes each platform once, in one order", () => {
    const platforms = ["IOS", "ANDROID", "IOS"];
    expect(CreateApp.parse({ ...fieldNotes, platforms }).platforms).toEqual(["ANDROID", "IOS"]);
  });
});

describe("an app", () => {
  it("changes name and platforms, with the old values in the audit", async () => {
    const ctx = await signInMember();
    const { id: appId } = await createApp(ctx, fieldNotes);
    await editApp(ctx, { appId, name: "Field Book", platforms: ["ANDROID"] });
    expect(await getApp(ctx, appId)).toMatchObject({
      name: "Field Book",
      slug: "field-notes",
      platforms: ["ANDROID"],
    });
    expect((await auditOf(ctx)).at(-1)).toEqual({
      action: "app.edit",
      before: { name: "Field Notes", platforms: ["ANDROID", "IOS"] },
      after: { name: "Field Book", platforms: ["ANDROID"] },
    });
  });

  it("refuses builds and retries while it is archived, and keeps existing builds", async () => {
    const ctx = await signInMember();
    const { id: appId } = await createApp(ctx, fieldNotes);
    const { orm } = database().systemDb;
    const failed = await createBuild(orm, { tenantId: ctx.tenant.id, appId, status: "FAILED" });
    await archiveApp(ctx, appId);
    for (const act of [
      () => queueBuild(ctx, appId, { platform: "IOS", version: "1.0.0" }),
      () => retryBuild(ctx, failed.id),
      () => archiveApp(ctx, appId),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    }
    expect((await listApps(ctx))[0]).toMatchObject({ newestBuild: { id: failed.id } });
    await restoreApp(ctx, appId);
    await expect(restoreApp(ctx, appId)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await expect(retryBuild(ctx, failed.id)).resolves.toMatchObject({ number: 2 });
    const [, archived, restored] = await auditOf(ctx);
    expect(archived).toMatchObject({ action: "app.archive", before: { archivedAt: null } });
    expect(restored).toMatchObject({ action: "app.restore", after: { archivedAt: null } });
  });

  it("can be deleted before its first build, which frees its slug", async () => {
    const ctx = await signInMember();
    const { id } = await createApp(ctx, fieldNotes);
    await deleteApp(ctx, id);
    await expect(getApp(ctx, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await auditOf(ctx)).at(-1)).toEqual({ action: "app.delete", before: fieldNotes, after: null });
    const { id: appId } = await createApp(ctx, fieldNotes);
    await queueBuild(ctx, appId, { platform: "IOS", version: "1.0.0" });
    await expect(deleteApp(ctx, appId)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });

  it("is evicted from the page cache of every process when it is deleted", async () => {
    const ctx = await signInMember();
    const { id: appId } = await createApp(ctx, fieldNotes);
    const stop = new AbortController();
    const changes = buildChanges.watch((change) => change.appId === appId, stop.signal);
    await changes.next();
    await deleteApp(ctx, appId);
    expect((await changes.next()).value).toEqual({ tenantId: ctx.tenant.id, appId, buildId: null });
    stop.abort();
  });

  it("is either built or archived under concurrency", async () => {
    const ctx = await signInMember();
    const { id: appId } = await createApp(ctx, fieldNotes);
    const queue = () => queueBuild(ctx, appId, { platform: "IOS", version: "1.0.0" });
    const outcomes = await Promise.allSettled([queue(), archiveApp(ctx, appId), queue(), queue()]);
    const queued = outcomes.filter(({ status }, index) => index !== 1 && status === "fulfilled");
    expect(await getApp(ctx, appId)).toMatchObject({ lastBuildNumber: queued.length });
    await expect(queue()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });
});

describe("who may", () => {
  const ACTS: Record<string, (ctx: TenantContext, appId: string) => Promise<unknown>> = {
    edit: (ctx, appId) => editApp(ctx, { appId, name: "Mine", platforms: ["IOS"] }),
    archive: archiveApp,
    restore: restoreApp,
    delete: deleteApp,
  };

  it.each(Object.keys(ACTS))("%s: no viewer, and no other tenant's member", async (act) => {
    const { orm } = database().systemDb;
    const viewer = await signInMember("VIEWER");
    const stranger = await signInMember("OWNER");
    const app = await appFactory(orm, { tenantId: viewer.tenant.id });
    await expect(ACTS[act]?.(viewer, app.id)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    for (const id of [app.id, reference().parse("nothing")]) {
      await expect(ACTS[act]?.(stranger, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await storedApps(viewer)).toEqual([app]);
    expect(await auditOf(viewer)).toEqual([]);
  });

  it("create: no viewer", async () => {
    const viewer = await signInMember("VIEWER");
    await expect(createApp(viewer, fieldNotes)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const caller = createCaller({ session: sessionOfActor(viewer.actor), requestId: "test-request" });
    await expect(caller.apps.create({ tenant: viewer.tenant.slug, ...fieldNotes })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await storedApps(viewer)).toEqual([]);
  });
});
