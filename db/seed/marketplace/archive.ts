import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { Header } from "tar";
import type { archives } from "../../schema/index.ts";
import type { DemoItem } from "./item.ts";

/** The archive of one version of a demo plugin: its bytes, and what the platform knows of them. */
export interface DemoArchive {
  sha256: string;
  bytes: Uint8Array;
  facts: Pick<typeof archives.$inferInsert, "sizeBytes" | "unpackedBytes" | "fileCount"> & {
    manifest: ReturnType<typeof manifestOf>;
  };
}

/** The same bytes on every machine and every day. */
export function packDemo(item: DemoItem, version: string): DemoArchive {
  const manifest = manifestOf(item, version);
  const files = filesOf(item, manifest);
  const bytes = gzipPlain(Buffer.concat([...files.map(packFile), Buffer.alloc(2 * BLOCK)]));
  const unpacked = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes,
    facts: {
      sizeBytes: BigInt(bytes.byteLength),
      unpackedBytes: BigInt(unpacked),
      fileCount: files.length,
      manifest,
    },
  };
}

/** The archives of all published versions of plugins. */
export function packAll(items: readonly DemoItem[]): DemoArchive[] {
  return items
    .filter(({ type }) => type !== "THEME")
    .flatMap((item) => item.versions.map(({ version }) => packDemo(item, version)));
}

const BLOCK = 512;

function manifestOf({ name, slug, type, description, versions }: DemoItem, version: string) {
  const changelog = versions.find((one) => one.version === version)?.changelog;
  const permissions = /^\d+\.0\./.test(version) ? ["storage.read"] : ["storage.read", "network"];
  return {
    name,
    slug,
    type: type === "APP_PLUGIN" ? "app" : "system",
    version,
    description,
    entry: "src/index.js",
    permissions,
    license: "MIT",
    ...(changelog && { changelog }),
  };
}

function filesOf({ name, slug, description }: DemoItem, manifest: { version: string; changelog?: string }) {
  return [
    { path: "plugin.json", content: `${JSON.stringify(manifest, null, 2)}\n` },
    { path: "CHANGELOG.md", content: `# ${manifest.version}\n\n${manifest.changelog ?? "First version."}\n` },
    { path: "README.md", content: `# ${name}\n\n${description}\n` },
    {
      path: "src/index.js",
      content: `export const id = ${JSON.stringify(slug)};\n\nexport function activate(host) {\n  host.log(\`\${id} ${manifest.version} is active\`);\n}\n`,
    },
  ];
}

function packFile({ path, content }: { path: string; content: string }): Buffer {
  const body = Buffer.from(content);
  const header = new Header({ path, mode: 0o644, size: body.byteLength, mtime: new Date(0), type: "File" });
  header.encode();
  return Buffer.concat([
    header.block ?? Buffer.alloc(0),
    body,
    Buffer.alloc((BLOCK - (body.byteLength % BLOCK)) % BLOCK),
  ]);
}

/** Without compression, since how deflate packs differs between processors, and without the name of a system. */
function gzipPlain(bytes: Buffer): Uint8Array {
  const packed = gzipSync(bytes, { level: 0 });
  packed[9] = 255;
  return packed;
}
