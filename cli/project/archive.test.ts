import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as tar from "tar";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createArchive } from "./archive.ts";
import { selectFiles } from "./files.ts";

const FILES: Record<string, string | Buffer> = {
  "plugin.json": "{}",
  "src/index.ts": "export {};\n",
  "assets/größe.txt": "ü",
  "assets/B.txt": "upper case sorts first",
  "assets/a.txt": "",
  "assets/block.bin": Buffer.alloc(1_024, 7),
  [`deep/${"long-name/".repeat(20)}${"x".repeat(40)}.txt`]: "a path that needs more than one header",
};

let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "drydock-pack-"));
  folder = join(parent, "one");
  writeFiles(folder, Object.entries(FILES));
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe("createArchive", () => {
  test("two copies with other times, modes, umask and order of making give the same bytes", async () => {
    const copy = join(parent, "two");
    const umask = process.umask(0o077);
    try {
      writeFiles(copy, Object.entries(FILES).reverse());
    } finally {
      process.umask(umask);
    }
    chmodSync(join(copy, "src/index.ts"), 0o755);
    chmodSync(join(copy, "assets"), 0o700);
    utimesSync(join(copy, "plugin.json"), new Date(0), new Date(2_000_000_000_000));
    const [first, second] = [await packFolder(folder), await packFolder(copy)];
    expect(second.sha256).toBe(first.sha256);
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });

  test("the bytes are these, on every machine and day", async () => {
    const small = join(parent, "small");
    writeFiles(small, [
      ["plugin.json", '{"name":"Small"}\n'],
      ["src/index.ts", `${"export const answer = 42;\n".repeat(400)}`],
    ]);
    expect((await packFolder(small)).sha256).toBe(
      "3cffbc14a88d54c23a4e45c76babdeaec19ef9529a55ed2256b48681cc75e1ba",
    );
  });

  test("one gzip member without a name or time, that common tools read", async () => {
    const { bytes, unpackedBytes } = await packFolder(folder);
    expect([...bytes.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    const archive = join(parent, "a.tar.gz");
    writeFileSync(archive, bytes);
    const listed = execFileSync("tar", ["-tzf", archive], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    expect(listed.trim().split("\n")).toHaveLength(Object.keys(FILES).length);
    expect(gunzipSync(bytes).length % 512).toBe(0);
    expect(unpackedBytes).toBe(
      Object.values(FILES).reduce((sum, content) => sum + Buffer.byteLength(content), 0),
    );
  });

  test("unpacks to the same files, as plain files of one mode and time, in the order of their bytes", async () => {
    const { bytes } = await packFolder(folder);
    const seen: {
      path: string;
      content: Buffer;
      mode: number | undefined;
      at: number | undefined;
      type: string;
    }[] = [];
    await readTar(bytes, (entry, content) =>
      seen.push({
        path: entry.path,
        content,
        mode: entry.mode,
        at: entry.mtime?.getTime(),
        type: entry.type,
      }),
    );
    const paths = seen.map(({ path }) => path);
    expect(paths).toEqual([...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(Object.fromEntries(seen.map(({ path, content }) => [path, content.toString("latin1")]))).toEqual(
      Object.fromEntries(
        Object.entries(FILES).map(([path, content]) => [path, Buffer.from(content).toString("latin1")]),
      ),
    );
    expect(new Set(seen.map(({ mode, at, type }) => `${mode} ${at} ${type}`))).toEqual(
      new Set([`${0o644} ${Date.UTC(1980, 0, 1)} File`]),
    );
  });

  test("names a secret, the token itself and a very large file", async () => {
    writeFiles(folder, [
      [".env", "A=1"],
      ["src/config.ts", 'const token = "the-very-token";'],
      ["video.mp4", Buffer.alloc(6_000_000)],
    ]);
    const { check } = await createArchive(selectFiles(folder).files, { token: "the-very-token" });
    expect(check.secrets).toEqual([
      { path: "src/config.ts", message: "contains your API token" },
      { path: ".env", message: "looks like an environment file" },
    ]);
    expect(check.warnings).toEqual([{ path: "video.mp4", message: "is 6.0 MB" }]);
  });
});

describe("selectFiles", () => {
  const pathsOf = () => selectFiles(folder).files.map(({ path }) => path);

  test("honours .drydockignore, else .gitignore, and never packs what can be made again", () => {
    writeFiles(folder, [
      ["node_modules/a/index.js", ""],
      [".git/HEAD", ""],
      ["offline-1.0.0.tar.gz", ""],
      [".DS_Store", ""],
      [".gitignore", "assets/\ndeep/"],
    ]);
    expect(pathsOf()).toEqual(["plugin.json", "src/index.ts"]);
    writeFiles(folder, [[".drydockignore", "*\n!plugin.json\n!assets/\n!assets/*.txt"]]);
    expect(pathsOf()).toEqual(["assets/B.txt", "assets/a.txt", "assets/größe.txt", "plugin.json"]);
  });

  test("tells cases apart as the ignore file writes them", () => {
    writeFiles(folder, [[".drydockignore", "SRC/"]]);
    expect(pathsOf()).toContain("src/index.ts");
  });

  test("never leaves the manifest out", () => {
    writeFiles(folder, [[".drydockignore", "*.json"]]);
    expect(pathsOf()).toContain("plugin.json");
  });

  test("names links, names that some systems confuse and names that no archive may hold", () => {
    symlinkSync("plugin.json", join(folder, "link.json"));
    writeFiles(folder, [
      ["assets/b.TXT", ""],
      ["what: ever.txt", ""],
    ]);
    expect(selectFiles(folder).errors).toEqual([
      { path: "link.json", message: expect.stringContaining("symbolic link") },
      { path: "what: ever.txt", message: "invalid path: must not contain a colon" },
      { path: "assets/b.TXT", message: "conflicts with assets/B.txt on some file systems" },
    ]);
  });
});

const packFolder = (where: string) => createArchive(selectFiles(where).files);

function writeFiles(where: string, files: [path: string, content: string | Buffer][]): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(where, path)), { recursive: true });
    writeFileSync(join(where, path), content);
  }
}

async function readTar(
  bytes: Buffer,
  onFile: (entry: tar.ReadEntry, content: Buffer) => void,
): Promise<void> {
  const parser = new tar.Parser({ strict: true });
  parser.on("entry", (entry: tar.ReadEntry) => {
    const chunks: Buffer[] = [];
    entry.on("data", (chunk: Buffer) => chunks.push(chunk));
    entry.on("end", () => onFile(entry, Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve, reject) => {
    parser.on("end", resolve);
    parser.on("error", reject);
    parser.end(bytes);
  });
}
