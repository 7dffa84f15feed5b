import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completeEnv } from "@/server/core/env/env.ts";
import { AppError } from "@/shared/errors.ts";
import { createObjectStore, type ObjectStore } from "./object-store.ts";

const MEBIBYTE = 1_024 * 1_024;
const directory = await mkdtemp(join(tmpdir(), "drydock-objects-"));
const s3 = new S3rver({
  address: "127.0.0.1",
  port: 0,
  silent: true,
  directory: join(directory, "s3"),
  configureBuckets: [{ name: "drydock", configs: [] }],
});

let s3Url: string;
beforeAll(async () => {
  completeEnv({ LOG_LEVEL: "silent" });
  const { port } = await s3.run();
  s3Url = `s3://S3RVER:S3RVER@127.0.0.1:${port}/drydock?region=us-east-1`;
});
afterAll(async () => {
  await s3.close();
  await rm(directory, { recursive: true });
});

describe.each(["file", "s3"])("the %s object store", (kind) => {
  let store: ObjectStore;
  beforeAll(() => {
    store = createObjectStore(kind === "s3" ? s3Url : "file:", join(directory, "files"));
  });

  it("returns a stored object with size and digest", async () => {
    const content = Buffer.from("hello, store");
    expect(await store.put("greetings/hello", inChunks(content, 5))).toEqual({
      sizeBytes: 12,
      sha256: sha256(content),
    });
    expect(await store.head("greetings/hello")).toEqual({ sizeBytes: 12 });
    expect(await readAll(store, "greetings/hello")).toEqual(content);
  });

  it("returns an inclusive range and the total size", async () => {
    await store.put("greetings/range", inChunks(Buffer.from("0123456789"), 10));
    const found = await store.get("greetings/range", { start: 2, end: 4 });
    expect(found?.sizeBytes).toBe(10);
    expect((await collect(found?.body)).toString()).toBe("234");
    expect((await readAll(store, "greetings/range", { start: 9, end: 9 })).toString()).toBe("9");
  });

  it("stores bodies of several parts and empty ones", async () => {
    const content = Buffer.alloc(11 * MEBIBYTE + 17, "drydock ");
    expect(await store.put("large/several-parts", inChunks(content, 65_536))).toEqual({
      sizeBytes: content.byteLength,
      sha256: sha256(content),
    });
    expect(sha256(await readAll(store, "large/several-parts"))).toBe(sha256(content));
    expect((await store.put("large/empty", inChunks(Buffer.alloc(0), 1))).sizeBytes).toBe(0);
    expect(await store.head("large/empty")).toEqual({ sizeBytes: 0 });
  });

  it("replaces an object", async () => {
    await store.put("greetings/replaced", inChunks(Buffer.from("the first and longer one"), 4));
    await store.put("greetings/replaced", inChunks(Buffer.from("second"), 4));
    expect((await readAll(store, "greetings/replaced")).toString()).toBe("second");
  });

  it("returns null for a missing object", async () => {
    expect(await store.get("nothing/here")).toBeNull();
    expect(await store.get("nothing/here", { start: 0, end: 1 })).toBeNull();
    expect(await store.head("nothing/here")).toBeNull();
    await store.delete("nothing/here");
  });

  it("deletes", async () => {
    await store.put("greetings/deleted", inChunks(Buffer.from("gone"), 4));
    await store.delete("greetings/deleted");
    expect(await store.head("greetings/deleted")).toBeNull();
  });

  it.each([
    ["in the first part", 1_000],
    ["after the first part", 6 * MEBIBYTE],
  ])("stores nothing of a body that fails %s, and throws its error", async (_, brokenAfter) => {
    const cut = new AppError("MALFORMED_JSON", "The body ended early.");
    const key = `broken/after-${brokenAfter}`;
    const putBroken = () => store.put(key, breaking(Buffer.alloc(brokenAfter, 1), cut));
    await expect(putBroken()).rejects.toBe(cut);
    expect(await store.head(key)).toBeNull();
    await store.put(key, inChunks(Buffer.from("whole"), 2));
    await expect(putBroken()).rejects.toBe(cut);
    expect((await readAll(store, key)).toString()).toBe("whole");
  });

  it.each(["", "/a", "a/", "../a", "a/../b", "a//b", "A", "a b", ".incoming/a", "a\0b", "ä", "a\\b"])(
    "rejects the key %j",
    async (key) => {
      await expect(async () => store.head(key)).rejects.toThrow("is not an object store key");
    },
  );
});

describe("the file store", () => {
  it("removes incomplete files, also those left by a crash", async () => {
    const files = join(directory, "swept");
    const store = createObjectStore("file:", files);
    const incoming = join(files, "objects", ".incoming");
    const abandoned = join(incoming, "abandoned");
    await store.put("a/b", inChunks(Buffer.from("kept"), 1));
    await expect(store.put("a/c", breaking(Buffer.from("part"), new Error("cut")))).rejects.toThrow("cut");
    expect(await readdir(incoming)).toEqual([]);

    await writeFile(abandoned, "left by a crash");
    await writeFile(join(incoming, "under-way"), "still written");
    await utimes(abandoned, new Date(0), new Date(0));
    await createObjectStore("file:", files).put("a/d", inChunks(Buffer.from("kept"), 1));
    expect(await readdir(incoming)).toEqual(["under-way"]);
    expect((await readdir(join(files, "objects", "a"))).sort()).toEqual(["b", "d"]);
  });

  it("uses the directory of its URL", async () => {
    const store = createObjectStore(`file://${directory}/elsewhere`, "/nowhere");
    await store.put("a/b", inChunks(Buffer.from("here"), 4));
    expect(await readdir(join(directory, "elsewhere", "a"))).toEqual(["b"]);
  });

  it("is unavailable when it is not writable", async () => {
    await writeFile(join(directory, "no-directory"), "");
    const store = createObjectStore("file:", join(directory, "no-directory"));
    await expect(store.put("a/b", inChunks(Buffer.from("x"), 1))).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
  });
});

describe("the S3 store", () => {
  it("is unavailable while its service is, and reveals no credentials", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as { port: number };
    closed.close();
    const store = createObjectStore(`s3://key:top-secret@127.0.0.1:${port}/drydock`, "/nowhere");
    const refused = await store.head("a/b").catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "UNAVAILABLE", retryAfterSeconds: 10 });
    expect((refused as AppError).message).not.toContain("top-secret");
  });

  it.each([
    ["with a credential that is not known", (url: string) => url.replace("//S3RVER:", "//somebody:")],
    ["without its bucket", (url: string) => url.replace("/drydock?", "/missing?")],
  ])("is unavailable %s, rather than empty", async (_, spoil) => {
    const store = createObjectStore(spoil(s3Url), "/nowhere");
    const put = store.put("a/b", inChunks(Buffer.from("x"), 1));
    await expect(put).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(store.get("a/b")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

async function* inChunks(content: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size);
}

async function* breaking(content: Buffer, error: Error): AsyncGenerator<Uint8Array> {
  yield* inChunks(content, 65_536);
  throw error;
}

async function collect(body: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function readAll(store: ObjectStore, key: string, range?: { start: number; end: number }) {
  return collect((await store.get(key, range))?.body);
}

const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");
