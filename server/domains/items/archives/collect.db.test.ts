import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createEntity } from "@/db/factories.ts";
import { archiveObjects, archives, auditLog, objectDeletions } from "@/db/schema/index.ts";
import { pluginArchive } from "@/e2e/support/archives.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext, type TenantContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { withdrawListing } from "@/server/domains/listings/service.ts";
import { getAttention } from "@/server/domains/overview/service.ts";
import { deleteQueuedObjects } from "@/server/storage/garbage-collection.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { collectArchives } from "./collect.ts";
import { archiveKey } from "./policy.ts";
import { uploadArchive } from "./upload.ts";

setUpPlatform();

const HOUR = 3_600_000;
const objects = mkdtempSync(join(tmpdir(), "drydock-collect-"));
beforeAll(() => {
  completeEnv({ STORAGE_URL: `file://${objects}` });
});
afterAll(() => rm(objects, { recursive: true }));

const inHours = (hours: number) => ({
  ...systemContext("jobs"),
  now: () => new Date(Date.now() + hours * HOUR),
});

/** The collector and the deletion of objects, so many hours from now. */
async function collect(hours: number) {
  await collectArchives(inHours(hours));
  await deleteQueuedObjects(inHours(hours));
}

let slugs = 0;
async function upload(
  ctx: TenantContext,
  archive = pluginArchive({ slug: `collected-${++slugs}` }),
  hours = 0,
) {
  const bytes = async function* () {
    yield archive.bytes;
  };
  const then = { ...ctx, now: inHours(hours).now };
  await uploadArchive(then, { sha256: archive.sha256, bytes: bytes() });
  return archive;
}

async function stateOf(sha256: string) {
  const { orm } = database().systemDb;
  const rights = await orm.select().from(archives).where(eq(archives.sha256, sha256));
  const rows = await orm.select().from(archiveObjects).where(eq(archiveObjects.sha256, sha256));
  const stored = await objectStore().head(archiveKey(sha256));
  return { rights: rights.length, rows: rows.length, isStored: stored !== null };
}

const GONE = { rights: 0, rows: 0, isStored: false };

describe("collectArchives", () => {
  it("deletes an upload after a day, with an audit row", async () => {
    const ctx = await signInMember();
    const { sha256 } = await upload(ctx);
    await collect(23);
    expect(await stateOf(sha256)).toEqual({ rights: 1, rows: 1, isStored: true });
    await collect(25);
    expect(await stateOf(sha256)).toEqual(GONE);
    const audit = await database().systemDb.orm.select().from(auditLog).where(eq(auditLog.subjectId, sha256));
    expect(audit.map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ["archive.upload", "user"],
      ["archive.collect", "system"],
    ]);
    // And it can come again.
    await upload(ctx, pluginArchive({ slug: `collected-${slugs}` }));
    expect(await stateOf(sha256)).toEqual({ rights: 1, rows: 1, isStored: true });
  });

  it("never deletes an archive with a listing in any status", async () => {
    const ctx = await signInMember();
    const slug = `collected-${++slugs}`;
    const archive = await upload(ctx, pluginArchive({ slug }));
    const { id } = await createEntity(database().systemDb.orm, {
      type: "APP_PLUGIN",
      tenantId: ctx.tenant.id,
      slug,
    });
    const fields = { name: "x", description: "x", appPluginId: id, archiveSha256: archive.sha256 };
    const listing = await publishListing(ctx, { type: "APP_PLUGIN", slug, version: "1.0.0", ...fields });
    await withdrawListing(ctx, listing.id);
    await collect(1_000);
    expect(await stateOf(archive.sha256)).toEqual({ rights: 1, rows: 1, isStored: true });
  });

  it("deletes one tenant's archive and keeps the other's, with the bytes", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const archive = await upload(ctx);
    await upload(other, archive, 10);
    await collect(30);
    expect(await stateOf(archive.sha256)).toEqual({ rights: 1, rows: 1, isStored: true });
  });

  it("counts from the last upload", async () => {
    const ctx = await signInMember();
    const archive = await upload(ctx);
    await upload(ctx, archive, 20);
    await collect(30);
    expect(await stateOf(archive.sha256)).toEqual({ rights: 1, rows: 1, isStored: true });
  });

  it("completes an aborted upload or collection", async () => {
    const { orm } = database().systemDb;
    const { sha256 } = await upload(await signInMember());
    await orm.delete(archives).where(eq(archives.sha256, sha256));
    await orm.update(archiveObjects).set({ storedAt: null }).where(eq(archiveObjects.sha256, sha256));
    await collect(25);
    expect(await stateOf(sha256)).toEqual(GONE);
  });

  it("leaves no object behind after a crash between the commit and the deletion", async () => {
    const { sha256 } = await upload(await signInMember());
    await collectArchives(inHours(25));
    expect(await stateOf(sha256)).toEqual({ rights: 0, rows: 0, isStored: true });
    await collect(26);
    expect(await stateOf(sha256)).toEqual(GONE);
    expect(await database().systemDb.orm.$count(objectDeletions)).toBe(0);
  });

  it("keeps the bytes of an upload that came again before the deletion", async () => {
    const ctx = await signInMember();
    const archive = await upload(ctx);
    await collectArchives(inHours(25));
    await upload(ctx, archive, 25);
    await deleteQueuedObjects(inHours(26));
    expect(await stateOf(archive.sha256)).toEqual({ rights: 1, rows: 1, isStored: true });
  });

  it("tries a deletion again until the store confirms it, and others meanwhile", async () => {
    const { orm } = database().systemDb;
    const ctx = await signInMember();
    const [{ sha256 }, other] = [await upload(ctx), await upload(ctx)];
    await collectArchives(inHours(25));
    const failing = vi.spyOn(objectStore(), "delete").mockRejectedValue(new Error("the store is away"));
    await deleteQueuedObjects(inHours(25));
    await deleteQueuedObjects(inHours(26));
    expect(await orm.$count(objectDeletions)).toBe(2);
    failing.mockRestore();
    const remove = objectStore().delete;
    const refusing = vi
      .spyOn(objectStore(), "delete")
      .mockImplementation((key) =>
        key === archiveKey(sha256) ? Promise.reject(new Error("refused")) : remove(key),
      );
    for (const hours of [27, 28]) await deleteQueuedObjects(inHours(hours));
    refusing.mockRestore();
    expect(await stateOf(other.sha256)).toEqual(GONE);
    expect(await orm.select({ key: objectDeletions.key }).from(objectDeletions)).toEqual([
      { key: archiveKey(sha256) },
    ]);
    await deleteQueuedObjects(inHours(29));
    expect(await stateOf(sha256)).toEqual(GONE);
  });

  it("stops at an unusual share, tells Super Admins, and continues when the share is usual", async () => {
    const { orm } = database().systemDb;
    const { sha256 } = await upload(await signInMember());
    const rows = (count: number, touchedAt: Date) =>
      Array.from({ length: count }, () => ({ sha256: randomBytes(32).toString("hex"), touchedAt }));
    await orm.insert(archiveObjects).values(rows(150, new Date()));
    await collect(25);
    expect(await stateOf(sha256)).toMatchObject({ rows: 1, isStored: true });
    const figure = async () => (await getAttention(await signInAdmin())).stoppedCollections.count;
    expect(await figure()).toBe(1);
    await orm.insert(archiveObjects).values(rows(1_400, inHours(25).now()));
    await collect(25);
    expect(await stateOf(sha256)).toEqual(GONE);
    expect(await figure()).toBe(0);
  });

  it("states its scope itself, over connections that have none", async () => {
    const { sha256 } = await upload(await signInMember());
    const ctx = inHours(25);
    await collectArchives({ ...ctx, db: { ...ctx.db, systemDb: ctx.db.tenantDb } });
    expect(await stateOf(sha256)).toMatchObject({ rights: 0, rows: 0 });
  });

  it("is safe beside concurrent uploads and publishing", async () => {
    const ctx = await signInMember();
    const slug = `collected-${++slugs}`;
    const { id: appPluginId } = await createEntity(database().systemDb.orm, {
      type: "APP_PLUGIN",
      tenantId: ctx.tenant.id,
      slug,
    });
    for (let minor = 0; minor < 15; minor += 1) {
      const version = `1.${minor}.0`;
      const archive = await upload(ctx, pluginArchive({ slug, version }), -30);
      const fields = { name: "x", description: "x", appPluginId, archiveSha256: archive.sha256 };
      const [published] = await Promise.allSettled([
        publishListing(ctx, { type: "APP_PLUGIN", slug, version, ...fields }),
        collect(0),
        collect(0),
      ]);
      const isPublished = published.status === "fulfilled";
      if (!isPublished) expect(published.reason).toMatchObject({ code: "REFERENCE_NOT_FOUND" });
      const state = await stateOf(archive.sha256);
      expect(state.isStored).toBe(state.rights === 1);
      expect(state.rights).toBe(isPublished ? 1 : 0);
      const again = await upload(ctx, archive, 0);
      expect(await stateOf(again.sha256)).toEqual({ rights: 1, rows: 1, isStored: true });
    }
  });
});
