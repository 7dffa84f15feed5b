import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEntity } from "@/db/factories.ts";
import { archiveObjects, archives, listings } from "@/db/schema/index.ts";
import { pluginArchive, type RawTarEntry } from "@/e2e/support/archives.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext, type TenantContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { saveReadmeDocuments } from "@/server/domains/items/markdown/readme-documents.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { getRegistryItem } from "@/server/domains/marketplace/registry/get-item.ts";
import { ListItemsQuery } from "@/server/domains/marketplace/registry/input.ts";
import { listRegistryItems } from "@/server/domains/marketplace/registry/list-items.ts";
import { getPresentation } from "@/server/domains/marketplace/registry/presentation.ts";
import { deleteQueuedObjects } from "@/server/storage/garbage-collection.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { listArchiveProblems } from "@/shared/plugin/validate-archive.ts";
import { collectArchives } from "./collect.ts";
import { listPictures, openPicture } from "./pictures.ts";
import { dryRunUpload, uploadArchive } from "./upload.ts";

setUpPlatform();

const objects = mkdtempSync(join(tmpdir(), "drydock-media-"));
beforeAll(() => {
  completeEnv({ STORAGE_URL: `file://${objects}` });
});
afterAll(() => rm(objects, { recursive: true }));

const orm = () => database().systemDb.orm;
const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#2563eb" } });
const png = (width: number, height = width) => image(width, height).png().toBuffer();

let slugs = 0;
const newSlug = () => `pictured-${++slugs}`;

async function upload(ctx: TenantContext, manifest: object, entries: RawTarEntry[]) {
  const archive = pluginArchive(manifest, entries);
  const bytes = async function* () {
    yield archive.bytes;
  };
  await uploadArchive(ctx, { sha256: archive.sha256, bytes: bytes() });
  return archive;
}

/** Problems that a dry run of the platform reports. The CLI reports the same, except those that only decoding shows. */
async function findingsOf(manifest: object, entries: RawTarEntry[], onlyDecoded = false) {
  const archive = pluginArchive(manifest, entries);
  const bytes = async function* () {
    yield archive.bytes;
  };
  const refused = dryRunUpload(await signInMember(), { sha256: archive.sha256, bytes: bytes() });
  const found: { path: string; message: string }[] = await refused.then(
    () => [],
    (error) => error.problems,
  );
  const local = await listArchiveProblems(Buffer.from(archive.bytes), archive.sha256);
  expect(local).toEqual(onlyDecoded ? [] : found);
  return found.map(({ path, message }) => `${path} ${message}`);
}

const README = [
  "# Pictured",
  "![Chart](./docs/chart.png) ![Remote](https://tracker.example/pixel.png) ![Lost](lost.png)",
  "[Guide](docs/guide.md) [Site](https://drydock.example/) [Bad](javascript:alert(1))",
  "<script>alert(1)</script>",
].join("\n\n");

describe("media of a published version", () => {
  it("is re-encoded, stored with the version, and public once approved", async () => {
    const ctx = await signInMember();
    const slug = newSlug();
    const manifest = {
      slug,
      icon: "icon.png",
      screenshots: [{ path: "shots/one.jpg", alt: "The first screen" }],
      categories: ["forms", "data"],
      keywords: ["zebrafish"],
      license: "(MIT OR Apache-2.0)",
      homepage: "https://drydock.example/",
      repository: "https://drydock.example/code",
      bugs: "https://drydock.example/issues",
    };
    const { sha256 } = await upload(ctx, manifest, [
      { path: "icon.png", content: await png(256) },
      { path: "shots/one.jpg", content: await image(800, 600).withMetadata().jpeg().toBuffer() },
      { path: "docs/chart.png", content: await png(640, 320) },
      { path: "docs/unused.png", content: await png(300) },
      { path: "README.md", content: README },
    ]);
    const [item, key] = [{ type: "APP_PLUGIN", slug } as const, { type: "app-plugin", slug } as const];
    const { id: appPluginId } = await createEntity(orm(), { ...item, tenantId: ctx.tenant.id });
    const texts = { name: "Pictured", description: "With pictures.", version: "1.0.0" };
    const { id } = await publishListing(ctx, { ...item, ...texts, appPluginId, archiveSha256: sha256 });

    const visitor = systemContext("public");
    const open = (viewer: Parameters<typeof openPicture>[1], index = 0, width = 256) =>
      openPicture(visitor, viewer, { sha256, index, width });
    await expect(open(null)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(open((await signInMember()).actor)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await open((await signInAdmin()).actor)).toMatchObject({ isPublic: false });
    expect(await open(ctx.actor)).toMatchObject({ isPublic: false });

    await orm()
      .update(listings)
      .set({ status: "APPROVED", decidedAt: new Date() })
      .where(eq(listings.id, id));
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await open(null, 1, 640)).body) chunks.push(chunk);
    const stored = await sharp(Buffer.concat(chunks)).metadata();
    expect(stored).toMatchObject({ format: "webp", width: 640, height: 480 });
    expect(stored.exif).toBeUndefined();
    await expect(open(null, 3)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(open(null, 0, 255)).rejects.toMatchObject({ code: "NOT_FOUND" });

    const shown = await getRegistryItem(visitor, key);
    expect(shown).toMatchObject({
      categories: ["forms", "data"],
      keywords: ["zebrafish"],
      license: "(MIT OR Apache-2.0)",
      homepage: "https://drydock.example/",
      repository: "https://drydock.example/code",
      bugs: "https://drydock.example/issues",
      iconUrl: expect.stringMatching(`/api/pictures/${sha256}/0/256$`),
      screenshots: [{ alt: "The first screen", width: 800, height: 600 }],
      readme: README,
    });
    const list = (query: object) =>
      listRegistryItems(visitor, ListItemsQuery.parse({ category: [], ...query }));
    const found = await list({ q: "ZEBRAFISH", category: ["data"] });
    expect(found.items.map((one) => [one.slug, one.iconUrl])).toEqual([[slug, shown.iconUrl]]);

    expect(JSON.stringify((await getPresentation(visitor, key)).readme)).toContain(
      "Shown without formatting until",
    );
    await saveReadmeDocuments(visitor, sha256);
    const page = JSON.stringify((await getPresentation(visitor, key)).readme);
    expect(page).toContain(`/api/pictures/${sha256}/2/640`);
    expect(page).toContain('"href":"https://tracker.example/pixel.png"');
    expect(page).not.toContain('"src":"https:');
    expect(page).not.toContain("javascript:");
    expect(page).not.toContain('"href":"docs/guide.md"');
    expect(page).not.toContain('"tagName":"script"');
    expect(page).toContain('"value":"Lost"');
  });

  it("is deleted with an archive that no listing refers to", async () => {
    const ctx = await signInMember();
    const slug = newSlug();
    const { sha256 } = await upload(ctx, { slug, icon: "icon.png" }, [
      { path: "icon.png", content: await png(512) },
    ]);
    const keys = [320, 512].map((width) => `pictures/${sha256}/0/${width}.webp`);
    for (const key of keys) expect(await objectStore().head(key)).not.toBeNull();
    const old = { touchedAt: new Date(Date.now() - 2 * 86_400_000) };
    await orm().update(archives).set(old).where(eq(archives.sha256, sha256));
    await orm().update(archiveObjects).set(old).where(eq(archiveObjects.sha256, sha256));
    await collectArchives(systemContext("jobs"));
    await deleteQueuedObjects(systemContext("jobs"));
    for (const key of keys) expect(await objectStore().head(key)).toBeNull();
  });
});

describe("hostile media is refused with a reason", () => {
  it("takes pictures that a README names in Markdown, by a definition or in HTML", async () => {
    const ctx = await signInMember();
    const names = ["a.png", "media/b.png", "c.png", "d.png"];
    const readme =
      '![A](/a.png?raw=true) ![B][b]\n\n<img src="./c.png" width="20">\n\n[b]: ./media/b.png\n\nd.png is not shown.';
    const { sha256 } = await upload(ctx, { slug: newSlug() }, [
      { path: "README.md", content: readme },
      ...(await Promise.all(names.map(async (path) => ({ path, content: await png(64) })))),
    ]);
    const [stored] = await orm().select().from(archiveObjects).where(eq(archiveObjects.sha256, sha256));
    const paths = listPictures(sha256, stored?.pictures).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(["a.png", "c.png", "media/b.png"]);
  });

  it("takes the first frame of a GIF that moves, and leaves out one with data behind its end", async () => {
    const ctx = await signInMember();
    const frames = [await image(64, 48).raw().toBuffer(), Buffer.alloc(64 * 48 * 3, 255)];
    const gif = await sharp(Buffer.concat(frames), {
      raw: { width: 64, height: 96, channels: 3, pageHeight: 48 },
    })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const { sha256 } = await upload(ctx, { slug: newSlug() }, [
      { path: "README.md", content: "![A](demo.gif) ![B](polyglot.gif) ![C](cut.gif)" },
      { path: "demo.gif", content: gif },
      { path: "polyglot.gif", content: Buffer.concat([gif, Buffer.from("PK")]) },
      { path: "cut.gif", content: gif.subarray(0, -20) },
    ]);
    const [stored] = await orm().select().from(archiveObjects).where(eq(archiveObjects.sha256, sha256));
    expect(listPictures(sha256, stored?.pictures)).toMatchObject([
      { path: "demo.gif", width: 64, height: 48 },
    ]);
  });

  it.each(["readme.md", "ReadMe.Markdown"])("takes a README in any case: %s", async (path) => {
    const ctx = await signInMember();
    const readme = `# In another case: ${path}`;
    const { sha256 } = await upload(ctx, { slug: newSlug() }, [{ path, content: readme }]);
    const [stored] = await orm().select().from(archiveObjects).where(eq(archiveObjects.sha256, sha256));
    expect(stored?.readme).toBe(readme);
  });

  it("names all findings at once", async () => {
    const manifest = {
      license: "Foo",
      icon: "icon.png",
      screenshots: [
        { path: "one.png", alt: "One" },
        { path: "lost.png", alt: "Lost" },
      ],
    };
    const found = await findingsOf(manifest, [
      { path: "icon.png", content: await png(200, 300) },
      { path: "one.png", content: await png(100) },
      { path: "README.md", content: Buffer.from([0xff, 0xfe]) },
    ]);
    expect(found.sort()).toEqual([
      "README.md is not UTF-8",
      "icon.png must be square",
      "one.png must be at least 240 pixels wide and high",
      "plugin.json license: must be an SPDX license expression such as MIT or (MIT OR Apache-2.0)",
      'plugin.json screenshots.1: "lost.png" is not in the archive',
    ]);
  });

  it.each<[string, () => Promise<string | Buffer>, RegExp, boolean?]>([
    ["SVG", async () => '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', /must be a PNG/],
    ["a GIF", () => image(256, 256).gif().toBuffer(), /must be a PNG/],
    [
      "a polyglot",
      async () => Buffer.concat([await png(256), Buffer.from("PK\u0003\u0004<script>")]),
      /after its end/,
    ],
    ["a truncated file", async () => (await png(256)).subarray(0, -20), /is truncated/],
    ["a bomb", () => png(4_000), /at most 1024 pixels/],
    ["an animation", animation, /must be a still image/],
    ["a corrupt PNG", async () => corrupt(await png(256)), /is corrupt/],
    ["corrupt pixels", async () => withChecksum(corrupt(await png(256))), /cannot be decoded/, true],
    ["a large file", async () => Buffer.alloc(600_000, 1), /larger than 512 KiB/],
  ])("%s as an icon", async (_, content, message, onlyDecoded = false) => {
    const entry = { path: "icon.png", content: await content() };
    const found = await findingsOf({ icon: "icon.png" }, [entry], onlyDecoded);
    expect(found).toEqual([expect.stringMatching(message)]);
    expect(found[0]).toMatch(/^icon\.png /);
  });

  it("an icon after more pictures than fit in memory", async () => {
    const content = Buffer.alloc(4 * 1_048_576, 1);
    const pictures = Array.from({ length: 5 }, (_, index) => ({ path: `a${index}.png`, content }));
    const found = await findingsOf({ icon: "icon.png" }, [
      ...pictures,
      { path: "icon.png", content: await png(256) },
    ]);
    expect(found).toEqual(["icon.png is preceded by more than 20 MiB of images"]);
  });

  it.each([
    ["more than 512 KiB", "a".repeat(524_289), "is larger than 512 KiB"],
    ["control characters", "a\u0007b", "must not contain control characters"],
    ["bidirectional controls", "a\u202Eb", "must not contain invisible"],
  ])("a README with %s", async (_, content, message) => {
    const found = await findingsOf({}, [{ path: "README.md", content }]);
    expect(found).toEqual([expect.stringContaining(`README.md ${message}`)]);
  });
});

/** The same PNG with other bytes in its compressed pixels. */
function corrupt(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf("IDAT") + 4;
  copy.fill(0xff, at + 2, at + 12);
  return copy;
}

/** The same PNG with the right checksum of its pixels. */
function withChecksum(bytes: Buffer): Buffer {
  const type = bytes.indexOf("IDAT");
  const end = type + 4 + bytes.readUInt32BE(type - 4);
  bytes.writeUInt32BE(crc32(bytes.subarray(type, end)), end);
  return bytes;
}

async function animation(): Promise<Buffer> {
  const frames = await Promise.all([png(256), image(256, 256).negate().png().toBuffer()]);
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}
