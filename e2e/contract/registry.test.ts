import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registryCommands } from "@/app/(site)/docs/_content/commands.ts";
import {
  RegistryChangelog,
  RegistryItemDetail,
  RegistryPage,
} from "@/server/domains/marketplace/registry/view.ts";
import { describeBothEntryPoints, FRONT } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { sendRequest } from "./send-request.ts";

const ITEMS = "GET /api/marketplace/items";
const PLUGIN = `${ITEMS}/app-plugin/photo-annotate`;
const DOWNLOADS = "GET /api/marketplace/downloads";
const FEED = "GET /marketplace/feed.xml";

describeBothEntryPoints("the public registry", (entryPoint) => {
  const get = (request: string, headers?: Record<string, string>) =>
    sendRequest(entryPoint, request, { headers });

  it("200 for a search, pages by cursor", async () => {
    const first = expectView(await get(`${ITEMS}?limit=2&sort=name`), 200, RegistryPage);
    expect(first.items).toHaveLength(2);
    const next = await get(`${ITEMS}?limit=2&sort=name&cursor=${first.nextCursor}`);
    const shown = [...first.items, ...expectView(next, 200, RegistryPage).items].map(({ name }) => name);
    const byName = shown.map((name) => name.toLowerCase()).sort();
    expect(shown.map((name) => name.toLowerCase())).toEqual(byName);
    const filtered = await get(`${ITEMS}?type=theme&publisher=acme&category=maps&category=data&future=1`);
    expect(expectView(filtered, 200, RegistryPage).items).toEqual([]);
  });

  it("200 for an item and its changelog", async () => {
    const item = expectView(await get(PLUGIN), 200, RegistryItemDetail);
    expect(item).toMatchObject({ slug: "photo-annotate", version: "1.1.1", license: "MIT" });
    expect(item.versions.map(({ version }) => version)).toEqual(["1.1.1", "1.0.0"]);
    expect(item.downloads).toBe(item.versions.reduce((sum, { downloads }) => sum + downloads, 0));
    const found = expectView(await get(`${ITEMS}?q=photo-annotate`), 200, RegistryPage).items[0];
    expect(found).toEqual({ ...found, downloads: item.downloads, createdAt: item.createdAt });
    const changelog = expectView(await get(`${PLUGIN}/changelog?from=1.0.0`), 200, RegistryChangelog);
    expect(changelog).toMatchObject({ to: "1.1.1", permissionsAdded: ["network"], permissionsRemoved: [] });
  });

  it.each([`${ITEMS}?q=photo`, PLUGIN, `${PLUGIN}/changelog?from=1.0.0`, FEED])(
    "is cacheable and open to other origins: %s",
    async (request) => {
      const { status, headers } = await get(request);
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("public, max-age=60");
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.has("access-control-allow-credentials")).toBe(false);
      expect(headers.get("ratelimit-limit")).not.toBeNull();
      const tag = headers.get("etag") ?? "";
      expect(tag).toMatch(/^W\/"/);
      const cached = await get(request, { "If-None-Match": tag });
      expect(cached).toMatchObject({ status: 304, text: "" });
      expect(cached.headers.get("etag")).toBe(tag);
      expect(cached.headers.get("cache-control")).toBe("public, max-age=60");
      const preflight = await sendRequest(entryPoint, request.replace("GET", "OPTIONS"));
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
      expect(preflight.headers.get("access-control-allow-methods")).toContain("GET");
    },
  );

  it("200 for a theme as design tokens and as custom properties", async () => {
    const theme = expectView(await get(`${ITEMS}/theme/high-noon`), 200, RegistryItemDetail);
    const [{ version, downloadUrl, styleSheetUrl, archiveSha256 } = { version: "" }] = theme.versions;
    expect(archiveSha256).toBeNull();
    const files = [
      [downloadUrl, "tokens.json", "application/design-tokens+json"],
      [styleSheetUrl, "css", "text/css; charset=utf-8"],
    ] as const;
    for (const [url, extension, mediaType] of files) {
      const { pathname, search } = new URL(url ?? "", entryPoint.origin);
      const request = `GET ${pathname}${search}`;
      const { status, headers, text } = await get(request);
      const sha256 = createHash("sha256").update(text).digest("hex");
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        "access-control-allow-origin": "*",
        "cache-control": "public, no-cache, no-transform",
        "content-disposition": `attachment; filename="high-noon-${version}.${extension}"`,
        "content-type": mediaType,
        etag: `"${sha256}"`,
        "x-checksum-sha256": sha256,
        "x-content-type-options": "nosniff",
      });
      expect(await get(request, { "If-None-Match": `"${sha256}"` })).toMatchObject({ status: 304, text: "" });
      expect(await get(request, { Range: "bytes=2-9" })).toMatchObject({
        status: 206,
        text: text.slice(2, 10),
      });
    }
    const again = expectView(await get(`${ITEMS}/theme/high-noon`), 200, RegistryItemDetail);
    // Downloads of one network count once a day, through both entry points.
    expect(again.downloads).toBe(1);
    const invalid = await get(`${DOWNLOADS}/theme/high-noon/${version}?format=scss`);
    expectProblem(invalid, 400, "VALIDATION_FAILED", ["format"]);
  });

  it.each(["theme/nordic-night/1.0.0", "theme/high-noon/9.9.9", "theme/photo-annotate/1.1.1"])(
    "404 for the download of %s",
    async (key) => {
      expectProblem(await get(`${DOWNLOADS}/${key}`), 404, "NOT_FOUND");
    },
  );

  it("400 with every invalid parameter", async () => {
    const query = "q=a&q=b&type=APP&category=none&publisher=A&sort=best&limit=0";
    const response = await get(`${ITEMS}?${query}`);
    expectProblem(response, 400, "VALIDATION_FAILED", [
      "q",
      "type",
      "category.0",
      "publisher",
      "sort",
      "limit",
    ]);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expectProblem(await get(`${ITEMS}?cursor=zzz`), 400, "VALIDATION_FAILED", ["cursor"]);
    expectProblem(await get(`${PLUGIN}/changelog`), 400, "VALIDATION_FAILED", ["from"]);
    const invalid = await get(`${PLUGIN}/changelog?from=1&to=v2`);
    expectProblem(invalid, 400, "VALIDATION_FAILED", ["from", "to"]);
  });

  it.each(["app-plugin/absent", "theme/photo-annotate", "APP_PLUGIN/photo-annotate", "app-plugin/UPPER"])(
    "404 for %s",
    async (key) => {
      expectProblem(await get(`${ITEMS}/${key}`), 404, "NOT_FOUND");
      expectProblem(await get(`${ITEMS}/${key}/changelog?from=1.0.0`), 404, "NOT_FOUND");
    },
  );

  it("405 for a POST to the feed", async () => {
    expectProblem(await sendRequest(entryPoint, "POST /marketplace/feed.xml"), 405, "METHOD_NOT_ALLOWED");
  });

  it("serves an Atom feed", async () => {
    const { headers, text } = await get(FEED);
    expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(text.match(/<entry>/g)?.length).toBeGreaterThan(5);
  });
});

describe("the commands of the registry's guide", () => {
  const commands = registryCommands(FRONT.origin);
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "drydock-registry-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const OUTPUT: Record<keyof typeof commands, RegExp> = {
    search: /"slug":"photo-annotate"/,
    item: /"versions":\[/,
    changelog: /"permissionsAdded":\["network"\]/,
    download: /^$/,
    verify: /^photo-annotate-1\.1\.1\.tar\.gz: OK$/m,
    theme: /^$/,
    styleSheet: /^ {2}--color-accent: #[0-9a-f]{6};$/m,
    revalidate: /^304$/m,
    feed: /^<\?xml/,
  };

  it.each(Object.keys(commands) as (keyof typeof commands)[])("print what it says: %s", async (name) => {
    const { stdout } = await promisify(execFile)("bash", ["-ec", commands[name]], { cwd: folder });
    expect(stdout).toMatch(OUTPUT[name]);
  });
});
