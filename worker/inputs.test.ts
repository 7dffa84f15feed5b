import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pluginArchive, sha256Of } from "../e2e/support/archives.ts";
import { file, pluginWithEntries } from "../e2e/support/validate-archive.ts";
import { createApiClient } from "./api.ts";
import { type JobInput, prepareInputs, pruneCache } from "./inputs.ts";

let root: string;
let server: Server;
let requests: string[];
/** Responses by path; others are 409. */
let files: Record<string, Buffer>;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "drydock-inputs-"));
  [requests, files] = [[], {}];
  server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (request.url === "/busy") {
      response.statusCode = 503;
      return response.end(JSON.stringify({ detail: "Try again shortly." }));
    }
    const bytes = files[request.url ?? ""];
    const problem = JSON.stringify({ detail: "The build has already finished." });
    response.statusCode = bytes ? 200 : 409;
    return response.end(bytes ?? problem);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

const plugin = pluginArchive({ slug: "offline-sync" });
const look = Buffer.from('{"themeConfig":{}}');

const inputOf = (bytes: Uint8Array, fields: Partial<JobInput> = {}): JobInput => {
  const sha256 = sha256Of(bytes);
  files[`/inputs/${sha256}`] = Buffer.from(bytes);
  const url = `/inputs/${sha256}`;
  return { type: "app-plugin", slug: "offline-sync", version: "1.0.0", sha256, url, ...fields };
};

const prepare = (inputs: JobInput[], build = "one") => {
  const { port } = server.address() as AddressInfo;
  const api = createApiClient({
    apiUrl: `http://127.0.0.1:${port}`,
    secret: "secret",
    proxy: null,
    log: () => {},
  });
  const directories = { inputs: join(root, build), cache: join(root, "cache") };
  return prepareInputs(api, inputs, directories, new AbortController().signal);
};

it("unpacks plugins, and writes the list of inputs and the theme's look", async () => {
  const theme = inputOf(look, { type: "theme", slug: "paper-trail" });
  const bare = { ...theme, type: "system-plugin", slug: "bare-one", sha256: null, url: null };
  const inputs = [inputOf(plugin.bytes), theme, bare];
  expect(await prepare(inputs)).toBeNull();
  const read = (path: string) => readFileSync(join(root, "one", path), "utf8");
  expect(JSON.parse(read("app-plugin/offline-sync/plugin.json"))).toMatchObject({ slug: "offline-sync" });
  expect(read("app-plugin/offline-sync/index.js")).toBe("export default {};\n");
  expect(read("theme.json")).toBe(look.toString());
  expect(JSON.parse(read("inputs.json"))).toEqual(
    inputs.map(({ type, slug, version, sha256 }) => ({ type, slug, version, sha256 })),
  );
});

it("downloads an input once, and again when its cached bytes are others", async () => {
  const input = inputOf(plugin.bytes);
  await prepare([input]);
  expect(await prepare([input], "two")).toBeNull();
  expect(requests).toHaveLength(1);
  writeFileSync(join(root, "cache", plugin.sha256), "other bytes");
  expect(await prepare([input], "three")).toBeNull();
  expect(requests).toHaveLength(2);
});

it("says why a build cannot run, and unpacks nothing then", async () => {
  const wrong = inputOf(plugin.bytes);
  files[wrong.url ?? ""] = Buffer.from("other bytes");
  expect(await prepare([wrong])).toBe(
    `The input offline-sync 1.0.0 does not have the SHA-256 ${plugin.sha256}.`,
  );
  expect(await prepare([{ ...wrong, url: "/gone" }])).toContain(
    "could not be downloaded: The build has already",
  );
  expect(await prepare([inputOf(pluginWithEntries(file("../evil.js")))])).toContain("could not be unpacked");
  for (const odd of [{ slug: "../x" }, { type: ".." }, { sha256: "../x" }]) {
    expect(await prepare([{ ...wrong, ...odd }])).toMatch(/has an invalid (name|SHA-256)/);
  }
  expect(readdirSync(join(root, "one"))).toEqual(["inputs.json"]);
  expect(existsSync(join(root, "evil.js"))).toBe(false);
});

it("retries a download for a limited time, and says why it failed", async () => {
  const { port } = server.address() as AddressInfo;
  const api = createApiClient({
    apiUrl: `http://127.0.0.1:${port}`,
    secret: "secret",
    proxy: null,
    log: () => {},
  });
  const stopping = new AbortController();
  expect(await api.downloadWithRetry("/busy", stopping.signal, 600)).toBe("503: Try again shortly.");
  expect(requests.length).toBeGreaterThan(1);
  const stopped = api.downloadWithRetry("/busy", stopping.signal, 60_000);
  stopping.abort(new Error("The worker was stopped."));
  await expect(stopped).rejects.toThrow("The worker was stopped.");
});

it("needs no cache, and says what the disk did not take", async () => {
  const input = inputOf(plugin.bytes);
  writeFileSync(join(root, "cache"), "a file instead of a directory");
  expect(await prepare([input])).toBeNull();
  expect(existsSync(join(root, "one", "app-plugin", "offline-sync", "plugin.json"))).toBe(true);
  writeFileSync(join(root, "two"), "a file instead of a directory");
  expect(await prepare([input], "two")).toMatch(/^The inputs could not be stored: EEXIST/);
  mkdirSync(join(root, "three", "app-plugin", "offline-sync", "plugin.json"), { recursive: true });
  expect(await prepare([input], "three")).toMatch(
    /^The input offline-sync 1.0.0 could not be unpacked: EEXIST/,
  );
});

it("keeps what was used last in the cache", () => {
  for (const [name, age] of [
    ["a", 30],
    ["b", 10],
    ["c", 20],
  ] as const) {
    writeFileSync(join(root, name), "1234");
    const usedAt = new Date(Date.UTC(2026, 0, 1) - age * 1_000);
    utimesSync(join(root, name), usedAt, usedAt);
  }
  pruneCache(root, 8);
  expect(readdirSync(root).sort()).toEqual(["b", "c"]);
});
