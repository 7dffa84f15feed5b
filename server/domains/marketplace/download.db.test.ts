import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEntity, createListing, createTenant } from "@/db/factories.ts";
import { listings, tenants } from "@/db/schema/index.ts";
import { pluginArchive } from "@/e2e/support/archives.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { uploadArchive } from "@/server/domains/items/archives/upload.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { STARTER_THEME } from "@/shared/plugin/theme-config.ts";
import { downloadVersion } from "./download.ts";
import { downloadPath } from "./policy.ts";
import { getMarketplaceItem } from "./service.ts";

setUpPlatform();

const objects = mkdtempSync(join(tmpdir(), "drydock-download-"));
beforeAll(() => {
  completeEnv({ STORAGE_URL: `file://${objects}` });
});
afterAll(() => rm(objects, { recursive: true }));

let slugs = 0;
async function publish(status: "APPROVED" | "PENDING_APPROVAL" | "REJECTED" | "SUSPENDED" | "WITHDRAWN") {
  const ctx = await signInMember();
  const { orm } = database().systemDb;
  const slug = `downloaded-${++slugs}`;
  const tenantId = ctx.tenant.id;
  const { id: systemPluginId } = await createEntity(orm, { type: "SYSTEM_PLUGIN", tenantId, slug });
  const version = "1.0.0+build.7";
  const archive = pluginArchive({ slug, version, type: "system" });
  const bytes = async function* () {
    yield archive.bytes;
  };
  await uploadArchive(ctx, { sha256: archive.sha256, bytes: bytes() });
  const fields = { name: "x", description: "x", systemPluginId, archiveSha256: archive.sha256 };
  const { id } = await publishListing(ctx, { type: "SYSTEM_PLUGIN", slug, version, ...fields });
  if (status !== "PENDING_APPROVAL") {
    await orm.update(listings).set({ status, decidedAt: new Date() }).where(eq(listings.id, id));
  }
  return { ctx, archive, slug, version };
}

const find = (slug: string, version: string) =>
  downloadVersion(systemContext("public"), { type: "system-plugin", slug, version }, { format: "css" });

async function read(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("downloadVersion", () => {
  it("returns the bytes of an approved version, and counts the download", async () => {
    const { archive, slug, version } = await publish("APPROVED");
    const download = await find(slug, version);
    expect(download).toMatchObject({ sha256: archive.sha256, fileName: `${slug}-${version}.tar.gz` });
    expect(await read(await download.open())).toEqual(Buffer.from(archive.bytes));
    const end = archive.bytes.byteLength - 1;
    expect((await read(await download.open({ start: 0, end: 9 }))).byteLength).toBe(10);
    expect((await read(await download.open({ start: 10, end }))).byteLength).toBe(end - 9);
    const item = await getMarketplaceItem(systemContext("public"), { type: "SYSTEM_PLUGIN", slug });
    const stored = { sha256: archive.sha256, sizeBytes: String(archive.bytes.byteLength) };
    expect(item.versions).toMatchObject([{ archive: stored, downloads: 2 }]);
    expect(downloadPath(item)).toBe(`/api/marketplace/downloads/system-plugin/${slug}/1.0.0%2Bbuild.7`);
  });

  it.each(["PENDING_APPROVAL", "REJECTED", "SUSPENDED", "WITHDRAWN"] as const)(
    "knows nothing that is %s",
    async (status) => {
      const { slug, version } = await publish(status);
      await expect(find(slug, version)).rejects.toMatchObject({ code: "NOT_FOUND" });
    },
  );

  it("is not found for a suspended publisher or a pending version of a theme, else the approved look", async () => {
    const { orm } = database().systemDb;
    const { id: tenantId } = await createTenant(orm);
    const item = { tenantId, type: "THEME", slug: `look-${++slugs}`, name: "Ends */ here" } as const;
    const { id: entityId } = await createEntity(orm, item);
    const listed = { ...item, entityId, version: "1.0.0" };
    const { id } = await createListing(orm, { ...listed, themeLook: { themeConfig: STARTER_THEME } });
    const findLook = (format: "css" | "tokens") =>
      downloadVersion(
        systemContext("public"),
        { type: "theme", slug: item.slug, version: "1.0.0" },
        { format },
      );
    await expect(findLook("css")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await orm.update(listings).set({ status: "APPROVED", decidedAt: new Date() }).where(eq(listings.id, id));
    const css = String(await read(await (await findLook("css")).open()));
    expect(css.match(/\*\//g)).toHaveLength(1);
    const tokens = JSON.parse(String(await read(await (await findLook("tokens")).open())));
    expect(tokens).toMatchObject({ $description: "Ends */ here 1.0.0", color: { $type: "color" } });
    await orm.update(tenants).set({ suspendedAt: new Date() }).where(eq(tenants.id, tenantId));
    await expect(findLook("tokens")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is not found for a suspended publisher, another version or another type", async () => {
    const { ctx, slug, version } = await publish("APPROVED");
    await expect(find(slug, "1.0.0")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const key = { type: "app-plugin", slug, version } as const;
    await expect(downloadVersion(systemContext("public"), key, { format: "tokens" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await database()
      .systemDb.orm.update(tenants)
      .set({ suspendedAt: new Date() })
      .where(eq(tenants.id, ctx.tenant.id));
    await expect(find(slug, version)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
