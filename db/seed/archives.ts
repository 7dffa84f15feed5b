import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { Header } from "tar";
import type { archives } from "../schema/index.ts";
import type { ItemCategory } from "../schema/vocabulary.ts";
import { fillTemplate, readText } from "./data.ts";
import type { DemoItem } from "./items.ts";

/** The archive of one version of a plugin: its bytes, and the facts that the platform keeps of them. */
export interface DemoArchive {
  sha256: string;
  bytes: Uint8Array;
  readme: string;
  facts: Pick<typeof archives.$inferInsert, "sizeBytes" | "unpackedBytes" | "fileCount"> & {
    manifest: ReturnType<typeof describePlugin>;
  };
}

/** Source files of every plugin, templates below `data/archive/`. */
const README = "README.md";
const SOURCE_FILES = ["CHANGELOG.md", README, "src/index.js"];
const BLOCK_SIZE = 512;

/** Packs a version of a plugin, into the same bytes on every machine and every day. */
export function packArchive(item: DemoItem, version: string): DemoArchive {
  const manifest = describePlugin(item, version);
  const values: Record<string, unknown> = { changelog: "First release.", ...manifest, slug: item.slug };
  const files = [
    { path: "plugin.json", content: `${JSON.stringify(manifest, null, 2)}\n` },
    ...SOURCE_FILES.map((path) => ({
      path,
      content: fillTemplate(readText(`archive/${path}`), (name) => values[name]),
    })),
  ].map(({ path, content }) => ({ path, body: Buffer.from(content) }));
  const bytes = compress(Buffer.concat([...files.map(packFile), Buffer.alloc(2 * BLOCK_SIZE)]));
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes,
    readme:
      files
        .find(({ path }) => path === README)
        ?.body.toString()
        .trim() ?? "",
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

/** The manifest, in the order of its fields as `plugin.json` has them. */
function describePlugin({ name, slug, type, description, versions }: DemoItem, version: string) {
  const changelog = versions.find((one) => one.version === version)?.changelog;
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
