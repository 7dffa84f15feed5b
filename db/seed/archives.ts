import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { Header } from "tar";
import type { ItemCategory } from "../../shared/vocabulary.ts";
import type { archives } from "../schema/index.ts";
import { fillTemplate, listFiles, readText } from "./data.ts";
import type { DemoItem } from "./items.ts";
import { drawPictures } from "./pictures.ts";

/** Archive of one plugin version: its bytes, and the data that the platform stores about them. */
export interface DemoArchive {
  sha256: string;
  bytes: Uint8Array;
  readme: string;
  /** As `archive_objects.pictures` holds them. */
  pictures: { kind: "icon" | "screenshot"; path: string; alt: string; width: number; height: number }[];
  facts: Pick<typeof archives.$inferInsert, "sizeBytes" | "unpackedBytes" | "fileCount"> & {
    manifest: ReturnType<typeof describePlugin>;
  };
}

const README = "README.md";
/** Files of every plugin, and their templates below `data/archive/`. */
const templatesOf = (slug: string): Record<string, string> => ({
  "CHANGELOG.md": "CHANGELOG.md",
  [README]: listFiles("archive/readme").includes(`archive/readme/${slug}.md`) ? `readme/${slug}.md` : README,
  "src/index.js": "src/index.js",
});
const BLOCK_SIZE = 512;

/** Archive of a plugin version, with the same bytes on every machine and day. */
export function packArchive(item: DemoItem, version: string): DemoArchive {
  const manifest = describePlugin(item, version);
  const values: Record<string, unknown> = { changelog: "First release.", ...manifest, slug: item.slug };
  const pictures = drawPictures(item.slug);
  const texts = Object.entries(templatesOf(item.slug)).map(([path, template]) => ({
    path,
    body: Buffer.from(fillTemplate(readText(`archive/${template}`), (name) => values[name])),
  }));
  const files = [
    { path: "plugin.json", body: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...texts,
    ...pictures.map(({ path, bytes }) => ({ path, body: bytes })),
  ];
  const bytes = compress(Buffer.concat([...files.map(packFile), Buffer.alloc(2 * BLOCK_SIZE)]));
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes,
    readme:
      files
        .find(({ path }) => path === README)
        ?.body.toString()
        .trim() ?? "",
    pictures: pictures.map(({ bytes: _, ...picture }, index) => ({
      kind: index === 0 ? "icon" : "screenshot",
      ...picture,
    })),
    facts: {
      sizeBytes: BigInt(bytes.byteLength),
      unpackedBytes: BigInt(files.reduce((sum, { body }) => sum + body.byteLength, 0)),
      fileCount: files.length,
      manifest,
    },
  };
}

/** Categories by a word of the slug. */
const CATEGORIES: [word: RegExp, category: ItemCategory][] = [
  [/photo|speech|media|scan/, "media"],
  [/map|geo|route/, "maps"],
  [/sync|offline|storage|backup/, "storage"],
  [/audit|sso|security|secret/, "security"],
  [/form|survey/, "forms"],
  [/push|notif|chat|mail/, "communication"],
];

const categoriesOf = (slug: string): ItemCategory[] => {
  const found = CATEGORIES.filter(([word]) => word.test(slug)).map(([, category]) => category);
  return found.length > 0 ? found.slice(0, 3) : ["productivity"];
};

/** Manifest, with its fields in the order of `plugin.json`. */
function describePlugin({ name, slug, type, description, versions }: DemoItem, version: string) {
  const changelog = versions.find((one) => one.version === version)?.changelog;
  const [icon, ...screenshots] = drawPictures(slug);
  return {
    name,
    slug,
    type: type === "APP_PLUGIN" ? "app" : "system",
    version,
    description,
    entry: "src/index.js",
    permissions: /^\d+\.0\./.test(version) ? ["storage.read"] : ["storage.read", "network"],
    license: "MIT",
    categories: categoriesOf(slug),
    keywords: slug.split("-"),
    ...(icon && { icon: icon.path }),
    ...(screenshots.length > 0 && { screenshots: screenshots.map(({ path, alt }) => ({ path, alt })) }),
    ...(changelog && { changelog }),
  };
}

function packFile({ path, body }: { path: string; body: Buffer }): Buffer {
  const header = new Header({ path, mode: 0o644, size: body.byteLength, mtime: new Date(0), type: "File" });
  header.encode();
  const padding = Buffer.alloc((BLOCK_SIZE - (body.byteLength % BLOCK_SIZE)) % BLOCK_SIZE);
  return Buffer.concat([header.block ?? Buffer.alloc(0), body, padding]);
}

/** Gzip at level 0, since deflate's output differs between processors; byte 9 would name the operating system. */
function compress(bytes: Buffer): Uint8Array {
  const packed = gzipSync(bytes, { level: 0 });
  packed[9] = 255;
  return packed;
}
