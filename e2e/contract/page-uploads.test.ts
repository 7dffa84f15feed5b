import { beforeAll, expect, it } from "vitest";
import { ArchiveView } from "@/server/domains/items/archives/upload.ts";
import { pluginArchive, type RawTarEntry } from "../support/archives.ts";
import { signInMember } from "../support/platform.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem } from "./expect-response.ts";
import { type Account, createAccount } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";
import { sessionCookie } from "./session.ts";

let slugs = 0;
const unusedSlug = () => `page-${process.pid}-${++slugs}`;

describeBothEntryPoints("an archive from a page", (entryPoint) => {
  let account: Account;
  let cookie: string;
  beforeAll(async () => {
    account = await createAccount();
    cookie = await sessionCookie(account.ctx);
  });

  const send = (
    { bytes, sha256 }: { bytes: Uint8Array<ArrayBuffer>; sha256: string },
    {
      headers = {},
      tenant = account.ctx.tenant.slug,
    }: { headers?: Record<string, string | null>; tenant?: string } = {},
  ) =>
    sendRequest(entryPoint, `PUT /api/uploads/${tenant}/archives/${sha256}`, {
      body: bytes,
      headers: { "Content-Type": "application/gzip", Cookie: cookie, Origin: entryPoint.origin, ...headers },
    });
  const archiveOf = (further: RawTarEntry[] = []) => pluginArchive({ slug: unusedSlug() }, further);

  it("is stored with 201 and repeated with 200", async () => {
    const archive = archiveOf();
    for (const status of [201, 200]) {
      const response = await send(archive);
      expect(response.status, response.text).toBe(status);
      expect(ArchiveView.parse(JSON.parse(response.text))).toMatchObject({
        sha256: archive.sha256,
        fileCount: 2,
      });
    }
  });

  it("is rejected with all findings", async () => {
    const hostile = archiveOf([
      { path: "../up", content: "x" },
      { path: "link", type: "2", linkName: "/etc/passwd" },
    ]);
    expectProblem(await send(hostile), 422, "ARCHIVE_REJECTED", ["../up", "link"]);
    expectProblem(await send({ ...archiveOf(), sha256: "0".repeat(64) }), 422, "ARCHIVE_REJECTED", [
      "sha256",
    ]);
    expectProblem(await send({ ...archiveOf(), sha256: "x" }), 404, "NOT_FOUND");
  });

  it("is rejected without a session, for non-members, viewers and other origins", async () => {
    const archive = archiveOf();
    expectProblem(await send(archive, { headers: { Cookie: null } }), 401, "UNAUTHENTICATED");
    for (const Origin of [null, "https://elsewhere.test", "null"]) {
      expectProblem(await send(archive, { headers: { Origin } }), 403, "PERMISSION_DENIED");
    }
    const crossSite = { "Sec-Fetch-Site": "cross-site" };
    expectProblem(await send(archive, { headers: crossSite }), 403, "PERMISSION_DENIED");
    const other = await signInMember("OWNER");
    expectProblem(await send(archive, { tenant: other.tenant.slug }), 404, "NOT_FOUND");
    const viewer = await createAccount({ role: "VIEWER" });
    const asViewer = { headers: { Cookie: await sessionCookie(viewer.ctx) }, tenant: viewer.ctx.tenant.slug };
    expectProblem(await send(archive, asViewer), 403, "PERMISSION_DENIED");
  });

  it("is 415 as anything but gzip, and 413 above 20 MiB", async () => {
    const headers = { "Content-Type": "application/octet-stream" };
    expectProblem(await send(archiveOf(), { headers }), 415, "UNSUPPORTED_MEDIA_TYPE");
    const bytes = new Uint8Array(20 * 1_048_576 + 1);
    expectProblem(await send({ bytes, sha256: "0".repeat(64) }), 413, "PAYLOAD_TOO_LARGE");
  });
});
