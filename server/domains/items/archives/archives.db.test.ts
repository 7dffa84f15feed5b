import { mkdtempSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEntity } from "@/db/factories.ts";
import { archiveObjects, archives, auditLog, listings } from "@/db/schema/index.ts";
import { pluginArchive } from "@/e2e/support/archives.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, type TenantContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { describeVersionFlag } from "@/shared/plugin/version-flags.ts";
import { archiveKey } from "./policy.ts";
import { dryRunUpload, uploadArchive } from "./upload.ts";

setUpPlatform();

const objects = mkdtempSync(join(tmpdir(), "drydock-archives-"));
beforeAll(() => {
  completeEnv({ STORAGE_URL: `file://${objects}` });
});
afterAll(() => rm(objects, { recursive: true }));

let slugs = 0;
const unusedSlug = () => `archived-${++slugs}`;

async function* inChunks(bytes: Uint8Array, size = 100): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

const upload = (ctx: TenantContext, { sha256, bytes }: { sha256: string; bytes: Uint8Array }) =>
  uploadArchive(ctx, { sha256, bytes: inChunks(bytes) });

const auditOf = (subjectId: string) =>
  database().systemDb.orm.select().from(auditLog).where(eq(auditLog.subjectId, subjectId));

const objectOf = async (sha256: string) =>
  (await database().systemDb.orm.select().from(archiveObjects).where(eq(archiveObjects.sha256, sha256)))[0];

describe("uploadArchive", () => {
  it("stores the bytes, the tenant's archive and one audit row", async () => {
    const ctx = await signInMember();
    const archive = pluginArchive({ slug: unusedSlug() });
    const { archive: view, isNew } = await upload(ctx, archive);
    expect(isNew).toBe(true);
    expect(view).toMatchObject({ sha256: archive.sha256, fileCount: 2, manifest: { type: "app" } });
    expect(view.sizeBytes).toBe(String(archive.bytes.byteLength));
    const stored = await objectStore().head(archiveKey(archive.sha256));
    expect(stored).toEqual({ sizeBytes: archive.bytes.byteLength });
    expect(await auditOf(archive.sha256)).toMatchObject([
      { action: "archive.upload", tenantId: ctx.tenant.id, subjectType: "archive" },
    ]);
  });

  it("returns an existing archive, without another row", async () => {
    const ctx = await signInMember();
    const archive = pluginArchive({ slug: unusedSlug() });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => upload(ctx, archive)));
    expect(outcomes.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await upload(ctx, archive)).isNew).toBe(false);
    expect(await auditOf(archive.sha256)).toHaveLength(1);
  });

  it("records an archive per tenant, and stores the bytes once", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const archive = pluginArchive({ slug: unusedSlug() });
    await upload(ctx, archive);
    const before = await objectOf(archive.sha256);
    await expect(upload(other, { ...archive, bytes: new Uint8Array(9) })).rejects.toMatchObject({
      code: "ARCHIVE_REJECTED",
    });
    expect((await upload(other, archive)).isNew).toBe(true);
    const rights = await database()
      .systemDb.orm.select({ tenantId: archives.tenantId })
      .from(archives)
      .where(eq(archives.sha256, archive.sha256));
    expect(rights.map(({ tenantId }) => tenantId).sort()).toEqual([ctx.tenant.id, other.tenant.id].sort());
    expect(before?.storedAt).not.toBeNull();
  });

  it("stores again what the object store has lost", async () => {
    const ctx = await signInMember();
    const archive = pluginArchive({ slug: unusedSlug() });
    await upload(ctx, archive);
    await objectStore().delete(archiveKey(archive.sha256));
    expect((await upload(ctx, archive)).isNew).toBe(false);
    expect(await objectStore().head(archiveKey(archive.sha256))).not.toBeNull();
  });

  it("stores nothing of a refused or aborted upload", async () => {
    const ctx = await signInMember();
    const archive = pluginArchive({ slug: unusedSlug() }, [{ path: "../x", content: "x" }]);
    await expect(upload(ctx, archive)).rejects.toMatchObject({
      code: "ARCHIVE_REJECTED",
      problems: [{ path: "../x", message: 'must not contain ".."' }],
    });
    const good = pluginArchive({ slug: unusedSlug() });
    const broken = async function* () {
      yield good.bytes.subarray(0, 50);
      throw new Error("gone");
    };
    await expect(uploadArchive(ctx, { sha256: good.sha256, bytes: broken() })).rejects.toThrow("gone");
    for (const { sha256 } of [archive, good]) {
      expect(await objectStore().head(archiveKey(sha256))).toBeNull();
      expect(await objectOf(sha256)).toMatchObject({ storedAt: null });
      expect(await auditOf(sha256)).toEqual([]);
    }
    expect(await readdir(join(objects, ".incoming"))).toEqual([]);
    expect((await upload(ctx, good)).isNew).toBe(true);
  });

  it("refuses a viewer before the first byte", async () => {
    const viewer = await signInMember("VIEWER");
    const archive = pluginArchive({ slug: unusedSlug() });
    await expect(upload(viewer, archive)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await objectOf(archive.sha256)).toBeUndefined();
  });
});

describe("publishing an archive", () => {
  async function makeItem() {
    const ctx = await signInMember();
    const slug = unusedSlug();
    const { id } = await createEntity(database().systemDb.orm, {
      type: "APP_PLUGIN",
      tenantId: ctx.tenant.id,
      slug,
    });
    const publish = async (version: string, manifest: object = {}) => {
      const { sha256 } = (await upload(ctx, pluginArchive({ slug, version, ...manifest }))).archive;
      const fields = { name: "Sync", description: "Syncs.", appPluginId: id, archiveSha256: sha256 };
      return publishListing(ctx, { type: "APP_PLUGIN", slug, version, ...fields });
    };
    return { ctx, slug, publish };
  }

  it("must match its version number", async () => {
    const { publish } = await makeItem();
    await publish("1.0.0", { permissions: ["storage"] });
    await expect(publish("1.0.1", { permissions: ["storage", "network"] })).rejects.toMatchObject({
      code: "ARCHIVE_REJECTED",
      problems: [{ path: "permissions", message: expect.stringContaining('adds "network"') }],
    });
    const { id } = await publish("1.1.0", { permissions: ["network"] });
    const [listing] = await database().systemDb.orm.select().from(listings).where(eq(listings.id, id));
    expect(listing?.versionFlags).toEqual([
      { kind: "PERMISSION_ADDED", name: "network", release: "minor", since: "1.0.0" },
      { kind: "PERMISSION_REMOVED", name: "storage", release: "minor", since: "1.0.0" },
    ]);
    expect(listing?.flags).toEqual([
      'adds the permission "network"',
      'removes the permission "storage", although 1.1.0 is a minor release after 1.0.0',
    ]);
    // Now the highest version has it, though it is only pending.
    await publish("1.1.1", { permissions: ["network"] });
  });

  it("is flagged as data too by a process of the version before, which writes sentences", async () => {
    const { publish } = await makeItem();
    const { id } = await publish("1.1.0");
    const flags = [
      'adds the permission "network"',
      'removes the permission "storage", although 1.1.0 is a minor release after 1.0.0',
      "changes the entry from index.js to main.js, although 1.1.0 is a minor release after 1.0.0",
      'removes the permission "camera"',
      "changes the entry from a b.js to lib/main.js",
    ];
    const [listing] = await database()
      .systemDb.orm.update(listings)
      .set({ flags })
      .where(eq(listings.id, id))
      .returning();
    expect(listing?.versionFlags?.map((flag) => describeVersionFlag(flag, "1.1.0"))).toEqual(flags);
    expect(listing?.versionFlags?.map(({ kind, release }) => [kind, release])).toEqual([
      ["PERMISSION_ADDED", null],
      ["PERMISSION_REMOVED", "minor"],
      ["ENTRY_CHANGED", "minor"],
      ["PERMISSION_REMOVED", "major"],
      ["ENTRY_CHANGED", "major"],
    ]);
  });

  it("can be a dry run, which stores nothing and needs the same permission", async () => {
    const { ctx, slug, publish } = await makeItem();
    await publish("1.0.0", { permissions: ["storage"] });
    const dryRun = (version: string, who = ctx) => {
      const archive = pluginArchive({ slug, version, permissions: ["storage", "network"] });
      return {
        archive,
        said: dryRunUpload(who, { sha256: archive.sha256, bytes: inChunks(archive.bytes) }),
      };
    };
    await expect(dryRun("1.0.1").said).rejects.toMatchObject({
      code: "ARCHIVE_REJECTED",
      problems: [{ path: "permissions", message: expect.stringContaining('adds "network"') }],
    });
    const { archive, said } = dryRun("1.1.0");
    await expect(said).resolves.toMatchObject({
      sha256: archive.sha256,
      manifest: { slug, version: "1.1.0" },
    });
    expect(await objectOf(archive.sha256)).toBeUndefined();
    const stranger = await signInMember();
    await expect(dryRun("1.0.1", stranger).said).resolves.toMatchObject({ manifest: { version: "1.0.1" } });
    const viewer = await signInMember("VIEWER");
    await expect(dryRun("1.1.0", viewer).said).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });

  it("is not compared with pre-releases and rejected versions", async () => {
    const { publish } = await makeItem();
    await publish("1.0.0-beta.1");
    const { id } = await publish("1.0.0", { permissions: ["network"] });
    await database()
      .systemDb.orm.update(listings)
      .set({ status: "REJECTED", decidedAt: sql`now()` })
      .where(eq(listings.id, id));
    await publish("1.0.1", { permissions: ["network", "storage"] });
  });

  it("refuses a manifest of another item, and an archive of another tenant", async () => {
    const { ctx, publish } = await makeItem();
    await expect(
      publish("1.0.0", { slug: "another", version: "2.0.0", type: "system" }),
    ).rejects.toMatchObject({
      code: "ARCHIVE_REJECTED",
      problems: [{ path: "slug" }, { path: "version" }, { path: "type" }],
    });
    const { slug, publish: publishOther } = await makeItem();
    const { appPluginId } = await publishOther("1.0.0");
    const { sha256 } = (await upload(ctx, pluginArchive({ slug, version: "1.1.0" }))).archive;
    const other = await signInMember();
    await expect(
      publishListing(other, {
        type: "APP_PLUGIN",
        slug,
        version: "1.1.0",
        name: "x",
        description: "x",
        appPluginId: appPluginId ?? "",
        archiveSha256: sha256,
      }),
    ).rejects.toMatchObject({ code: "REFERENCE_NOT_FOUND" });
  });
});
