import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { ArchiveView } from "@/server/domains/items/archives/upload.ts";
import { EntityView } from "@/server/domains/items/entities/view.ts";
import { ListingView } from "@/server/domains/listings/view.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { pluginArchive, sha256Of } from "../support/archives.ts";
import { signInAdmin } from "../support/platform.ts";
import { describeBothEntryPoints, type EntryPoint } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount } from "./fixtures.ts";
import { sendRaw } from "./raw-http.ts";
import { sendRequest } from "./send-request.ts";
import { uploadArchive } from "./upload-archive.ts";

const GZIP = { "Content-Type": "application/gzip" };
const PATH = "/api/marketplace/archives";
const MEBIBYTE = 1_048_576;

let slugs = 0;
const unusedSlug = () => `uploaded-${process.pid}-${++slugs}`;

describeBothEntryPoints("an archive", (entryPoint) => {
  let account: Account;
  beforeAll(async () => {
    account = await createAccount();
  });

  it("is stored with 201, repeated with 200, and described", async () => {
    const slug = unusedSlug();
    const archive = pluginArchive({ slug });
    const view = expectView(await uploadArchive(entryPoint, account, archive), 201, ArchiveView);
    expect(view).toMatchObject({
      sha256: archive.sha256,
      sizeBytes: String(archive.bytes.byteLength),
      fileCount: 2,
      manifest: { slug, type: "app" },
    });
    expect(expectView(await uploadArchive(entryPoint, account, archive), 200, ArchiveView)).toEqual(view);
  });

  it("is rejected with all findings and their paths", async () => {
    const hostile = pluginArchive({ slug: "X", entry: "none.js" }, [
      { path: "../up", content: "x" },
      { path: "link", type: "2", linkName: "/etc/passwd" },
    ]);
    const response = await uploadArchive(entryPoint, account, { ...hostile, sha256: "0".repeat(64) });
    const paths = ["../up", "link", "plugin.json", "sha256"];
    expectProblem(response, 422, "ARCHIVE_REJECTED", paths);
  });

  it("is validated and not stored in a dry run", async () => {
    const slug = unusedSlug();
    const archive = pluginArchive({ slug });
    const tryOut = ({ bytes, sha256 }: typeof archive, query = "dryRun=true") =>
      sendRequest(entryPoint, `PUT ${PATH}/${sha256}?${query}`, { as: account, body: bytes, headers: GZIP });
    const before = storedNames();
    const view = expectView(await tryOut(archive), 200, ArchiveView);
    expect(view).toMatchObject({ sha256: archive.sha256, fileCount: 2, manifest: { slug } });
    const hostile = pluginArchive({ slug }, [{ path: "../up", content: "x" }]);
    expectProblem(await tryOut(hostile), 422, "ARCHIVE_REJECTED", ["../up"]);
    expectProblem(await tryOut(archive, "dryRun=maybe"), 400, "VALIDATION_FAILED", ["dryRun"]);
    expect(storedNames()).toEqual(before);
    expect(expectView(await uploadArchive(entryPoint, account, archive), 201, ArchiveView)).toEqual(view);
  });

  it("is 422 when it is not gzip or empty", async () => {
    for (const bytes of [new Uint8Array(0), new TextEncoder().encode("no gzip")]) {
      const response = await uploadArchive(entryPoint, account, { bytes, sha256: sha256Of(bytes) });
      expectProblem(response, 422, "ARCHIVE_REJECTED", ["archive"]);
    }
  });

  it("is 415 as anything but gzip, before authentication", async () => {
    for (const mediaType of ["application/json", "application/octet-stream", "application/x-gzip"]) {
      const headers = { "Content-Type": mediaType };
      const response = await sendRequest(entryPoint, `PUT ${PATH}/${"a".repeat(64)}`, { body: "x", headers });
      expectProblem(response, 415, "UNSUPPORTED_MEDIA_TYPE");
    }
  });

  it("is 413 by Content-Length, else by the bytes received", async () => {
    const start = `PUT ${PATH}/${"a".repeat(64)}`;
    const gzip = "Content-Type: application/gzip";
    const declared = await sendRaw(entryPoint, {
      start,
      headers: [gzip, `Content-Length: ${20 * MEBIBYTE + 1}`],
      body: ["x"],
    });
    if (!declared) throw new Error("the entry point closed without an answer");
    expectProblem(declared, 413, "PAYLOAD_TOO_LARGE");
    const bytes = new Uint8Array(20 * MEBIBYTE + 1);
    const stream = new Blob([bytes]).stream();
    const response = await fetch(`${entryPoint.origin}${PATH}/${"a".repeat(64)}`, {
      method: "PUT",
      headers: { ...GZIP, Authorization: `Bearer ${account.token}`, "X-Tenant-Id": account.tenantId },
      body: stream,
      ...{ duplex: "half" },
    });
    const { status, headers } = response;
    expectProblem({ status, headers, text: await response.text() }, 413, "PAYLOAD_TOO_LARGE");
  });

  it("is 404 for an invalid digest, 401 without a token and 403 without the permission", async () => {
    const { bytes, sha256 } = pluginArchive({ slug: unusedSlug() });
    for (const name of [sha256.toUpperCase(), sha256.slice(1), `${sha256}0`, "x"]) {
      expectProblem(await uploadArchive(entryPoint, account, { bytes, sha256: name }), 404, "NOT_FOUND");
    }
    expectProblem(
      await sendRequest(entryPoint, `PUT ${PATH}/${sha256}`, { body: bytes, headers: GZIP }),
      401,
      "UNAUTHENTICATED",
    );
    const reader = await createAccount({ permissions: ["BUILDS_READ"] });
    expectProblem(await uploadArchive(entryPoint, reader, { bytes, sha256 }), 403, "PERMISSION_DENIED");
  });

  it("is stored after twenty aborted uploads, which leave nothing", async () => {
    const noise = { path: "noise", content: Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))) };
    const archive = pluginArchive({ slug: unusedSlug() }, [noise]);
    const { token, tenantId } = account;
    const headers = [
      "Content-Type: application/gzip",
      `Authorization: Bearer ${token}`,
      `X-Tenant-Id: ${tenantId}`,
    ];
    for (let cut = 0; cut < 20; cut += 1) {
      const part = archive.bytes.subarray(0, Math.floor((archive.bytes.byteLength * (cut + 1)) / 21));
      const isChunked = cut % 2 === 1;
      const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${archive.bytes.byteLength}`;
      const piece = isChunked ? [`${part.byteLength.toString(16)}\r\n`, part, "\r\n"] : [part];
      const request = { start: `PUT ${PATH}/${archive.sha256}`, headers: [...headers, length], body: piece };
      const response = await sendRaw(entryPoint, { ...request, halfCloses: true });
      if (response) expect(response.status).toBe(400);
    }
    expect(storedNames().filter((name) => name.includes(archive.sha256))).toEqual([]);
    expectView(await uploadArchive(entryPoint, account, archive), 201, ArchiveView);
    expect(storedNames().filter((name) => name.includes(archive.sha256))).toHaveLength(1);
    await expect.poll(() => readdirSync(`${inject("entryPoints").objects}/.incoming`)).toEqual([]);
  });
});

describeBothEntryPoints("a plugin from its registration to its download", (entryPoint) => {
  it("has the same bytes, also in ranges", async () => {
    const account = await createAccount();
    const slug = unusedSlug();
    const registration = { type: "APP_PLUGIN", slug, name: "Offline Sync" };
    const register = () =>
      sendRequest(entryPoint, "POST /api/marketplace/entities", { as: account, json: registration });
    const { id } = expectView(await register(), 201, EntityView);
    expect(expectView(await register(), 200, EntityView).id).toBe(id);
    const archive = pluginArchive({ slug, version: "1.0.0" });
    expectView(await uploadArchive(entryPoint, account, archive), 201, ArchiveView);
    const json = {
      ...{ type: "APP_PLUGIN", slug, name: "Offline Sync", version: "1.0.0", description: "Syncs." },
      ...{ appPluginId: id, archiveSha256: archive.sha256 },
    };
    const publish = await sendRequest(entryPoint, "POST /api/marketplace/publish", { as: account, json });
    const listing = expectView(publish, 201, ListingView);
    const path = `/api/marketplace/downloads/app-plugin/${slug}/1.0.0`;
    expectProblem(await sendRequest(entryPoint, `GET ${path}`), 404, "NOT_FOUND");
    await decideListing(await signInAdmin(), { listingId: listing.id, action: "approve" });

    const whole = await fetch(entryPoint.origin + path);
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "content-disposition": `attachment; filename="${slug}-1.0.0.tar.gz"`,
      "content-type": "application/octet-stream",
      etag: `"${archive.sha256}"`,
      "x-checksum-sha256": archive.sha256,
      "x-content-type-options": "nosniff",
    });
    // Next alone sends the body in chunks of unknown number.
    const length = entryPoint.name === "front" ? String(archive.bytes.byteLength) : null;
    if (length) expect(whole.headers.get("content-length")).toBe(length);
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(archive.bytes);
    const parts = ["bytes=0-99", "bytes=100-"].map((range) => fetchBytes(entryPoint, path, { range }));
    const [first, second] = await Promise.all(parts);
    expect([first?.status, second?.status]).toEqual([206, 206]);
    expect(Buffer.concat([first?.bytes ?? [], second?.bytes ?? []].map((b) => Buffer.from(b)))).toEqual(
      Buffer.from(archive.bytes),
    );
    const beyond = await sendRequest(entryPoint, `GET ${path}`, { headers: { Range: "bytes=99999999-" } });
    expectProblem(beyond, 416, "VALIDATION_FAILED", ["Range"]);
    expect(beyond.headers.get("content-range")).toBe(`bytes */${archive.bytes.byteLength}`);
    const known = await sendRequest(entryPoint, `GET ${path}`, {
      headers: { "If-None-Match": `"${archive.sha256}"` },
    });
    expect([known.status, known.text]).toEqual([304, ""]);
    const head = await sendRequest(entryPoint, `HEAD ${path}`);
    expect([head.status, head.text]).toEqual([200, ""]);
    if (length) expect(head.headers.get("content-length")).toBe(length);
  });

  it("has the demo's archives to download", async () => {
    const { status, bytes } = await fetchBytes(
      entryPoint,
      "/api/marketplace/downloads/app-plugin/photo-annotate/1.1.1",
      {},
    );
    expect(status).toBe(200);
    expect([...bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  });
});

describe("the schema of plugin.json", () => {
  it("is served for editors", async () => {
    const { FRONT } = await import("./entry-points.ts");
    const response = await sendRequest(FRONT, "GET /schemas/plugin.json");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/schema+json"]);
    expect(JSON.parse(response.text)).toMatchObject({ type: "object", properties: { slug: {}, entry: {} } });
  });
});

describeBothEntryPoints("an entity", (entryPoint) => {
  let account: Account;
  beforeAll(async () => {
    account = await createAccount();
  });
  const register = (json: unknown, as = account) =>
    sendRequest(entryPoint, "POST /api/marketplace/entities", { as, json });

  it("is rejected with every invalid field", async () => {
    const response = await register({ type: "PLUGIN", slug: "A", name: "", description: "" });
    expectProblem(response, 400, "VALIDATION_FAILED", ["type", "slug", "name", "description"]);
  });

  it("reserves its slug across tenants, within its type", async () => {
    const slug = unusedSlug();
    const entity = { type: "THEME", slug, name: "Night" };
    expectView(await register(entity), 201, EntityView);
    const other = await createAccount();
    expectProblem(await register(entity, other), 409, "SLUG_TAKEN", ["slug"]);
    expectView(await register({ ...entity, type: "SYSTEM_PLUGIN" }, other), 201, EntityView);
  });

  it("needs the permission", async () => {
    const reader = await createAccount({ permissions: ["BUILDS_READ"] });
    const entity = { type: "THEME", slug: unusedSlug(), name: "Night" };
    expectProblem(await register(entity, reader), 403, "PERMISSION_DENIED");
  });
});

function storedNames(): string[] {
  return readdirSync(inject("entryPoints").objects, { recursive: true, encoding: "utf8" });
}

async function fetchBytes(entryPoint: EntryPoint, path: string, headers: Record<string, string>) {
  const response = await fetch(entryPoint.origin + path, { headers });
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}
