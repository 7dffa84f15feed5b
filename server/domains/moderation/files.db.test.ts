import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEntity } from "@/db/factories.ts";
import { pluginArchive, type RawTarEntry } from "@/e2e/support/archives.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, type TenantContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { MAX_HEAD_BYTES } from "@/server/domains/items/archives/file-head.ts";
import { uploadArchive } from "@/server/domains/items/archives/upload.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { listReviewedFiles, listReviewedPictures, readReviewedFile } from "./files.ts";
import { decideListing } from "./service.ts";

setUpPlatform();

const objects = mkdtempSync(join(tmpdir(), "drydock-review-"));
beforeAll(() => {
  completeEnv({ STORAGE_URL: `file://${objects}` });
});
afterAll(() => rm(objects, { recursive: true }));

let slugs = 0;
async function register() {
  const ctx = await signInMember();
  const slug = `reviewed-${++slugs}`;
  const { id } = await createEntity(database().systemDb.orm, {
    type: "APP_PLUGIN",
    tenantId: ctx.tenant.id,
    slug,
  });
  return { ctx, slug, appPluginId: id };
}

async function submit(
  { ctx, slug, appPluginId }: { ctx: TenantContext; slug: string; appPluginId: string },
  version: string,
  files: RawTarEntry[],
): Promise<string> {
  const archive = pluginArchive({ slug, version }, files);
  const bytes = async function* () {
    yield archive.bytes;
  };
  await uploadArchive(ctx, { sha256: archive.sha256, bytes: bytes() });
  const { id } = await publishListing(ctx, {
    type: "APP_PLUGIN",
    name: slug,
    slug,
    version,
    description: "x",
    appPluginId,
    archiveSha256: archive.sha256,
  });
  return id;
}

async function approvedThenSubmitted(before: RawTarEntry[], after: RawTarEntry[]) {
  const [admin, plugin] = [await signInAdmin(), await register()];
  const first = await submit(plugin, "1.0.0", before);
  await decideListing(admin, { listingId: first, action: "approve" });
  return { admin, listingId: await submit(plugin, "1.1.0", after) };
}

const changesOf = async (admin: Parameters<typeof listReviewedFiles>[0], listingId: string) => {
  const compared = await listReviewedFiles(admin, listingId);
  return Object.fromEntries(compared?.files.map(({ path, change }) => [path, change]) ?? []);
};

describe("listReviewedFiles", () => {
  it("shows a first version's files as added", async () => {
    const [admin, plugin] = [await signInAdmin(), await register()];
    const listingId = await submit(plugin, "1.0.0", [{ path: "lib/a.js", content: "1" }]);
    await expect(listReviewedFiles(admin, listingId)).resolves.toMatchObject({ comparedWith: null });
    await expect(changesOf(admin, listingId)).resolves.toEqual({
      "index.js": "added",
      "lib/a.js": "added",
      "plugin.json": "added",
    });
  });

  it("compares with the newest approved version", async () => {
    const { admin, listingId } = await approvedThenSubmitted(
      [
        { path: "gone.js", content: "gone" },
        { path: "old/moved.js", content: "moved" },
        { path: "same.js", content: "same" },
      ],
      [
        { path: "new.js", content: "new" },
        { path: "new/moved.js", content: "moved" },
        { path: "same.js", content: "same" },
      ],
    );
    await expect(changesOf(admin, listingId)).resolves.toEqual({
      "gone.js": "removed",
      "index.js": "same",
      "new.js": "added",
      "new/moved.js": "moved",
      "plugin.json": "changed",
      "same.js": "same",
    });
    const moved = await readReviewedFile(admin, { listingId, path: "new/moved.js" });
    expect(moved).toMatchObject({
      from: "old/moved.js",
      before: { text: "moved" },
      after: { text: "moved" },
    });
    const gone = await readReviewedFile(admin, { listingId, path: "gone.js" });
    expect(gone).toMatchObject({ before: { text: "gone" }, after: null });
  });

  it("compares two archives of 5,000 files each", async () => {
    const files = (mark: string) =>
      Array.from({ length: 5_000 }, (_, i) => ({
        path: `src/module-${i % 50}/file-${i}.js`,
        content: `export const value = ${i};\n${i % 100 === 0 ? mark : ""}\n`,
      }));
    const { admin, listingId } = await approvedThenSubmitted(files("before"), files("after"));
    const changes = Object.values(await changesOf(admin, listingId));
    expect(changes).toHaveLength(5_002);
    // Fifty of them, and the manifest with its version.
    expect(changes.filter((change) => change === "changed")).toHaveLength(51);
  });
});

describe("readReviewedFile", () => {
  it("truncates large files at a line, and shows no text of binary files", async () => {
    const [admin, plugin] = [await signInAdmin(), await register()];
    const line = `${"x".repeat(99)}\n`;
    const listingId = await submit(plugin, "1.0.0", [
      { path: "large.txt", content: line.repeat(200_000) },
      { path: "logo.png", content: Buffer.from([0x89, 0x50, 0, 1, 2, 3]) },
      { path: "empty.txt", content: "" },
    ]);
    const large = (await readReviewedFile(admin, { listingId, path: "large.txt" })).after;
    expect(large).toMatchObject({ sizeBytes: 20_000_000, isTruncated: true });
    expect(large?.text?.length).toBeLessThanOrEqual(MAX_HEAD_BYTES);
    expect(large?.text?.endsWith(line)).toBe(true);
    const logo = await readReviewedFile(admin, { listingId, path: "logo.png" });
    expect(logo).toMatchObject({ isBinary: true, after: { text: null, sizeBytes: 6 } });
    const empty = await readReviewedFile(admin, { listingId, path: "empty.txt" });
    expect(empty.after).toEqual({ sizeBytes: 0, text: "", isTruncated: false });
  });

  it("returns names and contents unchanged, and finds no path outside the archive", async () => {
    const [admin, plugin] = [await signInAdmin(), await register()];
    const path = "<img src=x onerror=alert(1)>.html";
    const content = "<script>alert(1)</script>";
    const listingId = await submit(plugin, "1.0.0", [{ path, content }]);
    const file = await readReviewedFile(admin, { listingId, path });
    expect(file).toMatchObject({ path, after: { text: content } });
    for (const other of ["../../etc/passwd", "/etc/passwd", "plugin.json/", ""]) {
      const reading = readReviewedFile(admin, { listingId, path: other });
      await expect(reading).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("refuses others than Super Admins", async () => {
    const plugin = await register();
    const listingId = await submit(plugin, "1.0.0", []);
    const refusal = { code: "PERMISSION_DENIED" };
    await expect(listReviewedFiles(plugin.ctx, listingId)).rejects.toMatchObject(refusal);
    const reading = readReviewedFile(plugin.ctx, { listingId, path: "plugin.json" });
    await expect(reading).rejects.toMatchObject(refusal);
  });
});

describe("listReviewedPictures", () => {
  const png = (width: number) =>
    sharp({ create: { width, height: 300, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();

  it("shows the pictures of the approved and of the submitted version", async () => {
    const { admin, listingId } = await approvedThenSubmitted(
      [
        { path: "README.md", content: "![Old](chart.png)" },
        { path: "chart.png", content: await png(400) },
      ],
      [
        { path: "README.md", content: "![New](chart.png) ![Map](map.png)" },
        { path: "chart.png", content: await png(500) },
        { path: "map.png", content: await png(600) },
      ],
    );
    const found = await listReviewedPictures(admin, listingId);
    const sizes = (pictures?: { path: string; width: number }[]) =>
      pictures?.map(({ path, width }) => [path, width]);
    expect(found?.comparedWith).toBe("1.0.0");
    expect(sizes(found?.approved)).toEqual([["chart.png", 400]]);
    expect(sizes(found?.submitted)).toEqual([
      ["chart.png", 500],
      ["map.png", 600],
    ]);
  });

  it("refuses members", async () => {
    const plugin = await register();
    const listingId = await submit(plugin, "1.0.0", []);
    await expect(listReviewedPictures(plugin.ctx, listingId)).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });
});
