import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEntity } from "@/db/factories.ts";
import { archiveObjects, archives, auditLog } from "@/db/schema/index.ts";
import { pluginArchive } from "@/e2e/support/archives.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext, type TenantContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { withdrawListing } from "@/server/domains/listings/service.ts";
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

/** The collector, so many hours from now. */
const collect = (hours: number) =>
  collectArchives({ ...systemContext("jobs"), now: () => new Date(Date.now() + hours * HOUR) });

let slugs = 0;
async function upload(
  ctx: TenantContext,
  archive = pluginArchive({ slug: `collected-${++slugs}` }),
  hours = 0,
) {
  const bytes = async function* () {
    yield archive.bytes;
  };
  const then = { ...ctx, now: () => new Date(Date.now() + hours * HOUR) };
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
