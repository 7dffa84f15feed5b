import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { memberships, users } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { toZip } from "@/e2e/support/zip.ts";
import { createContext, database } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { endSession } from "@/server/domains/accounts/settings/sessions.ts";
import type { Download } from "@/server/storage/object-store.ts";
import { reportBuild } from "../report.ts";
import { createInstallLink, openInstall, openInstallManifest } from "./install.ts";
import { findPreviousArtifact, storeArtifact } from "./service.ts";

setUpPlatform();

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "drydock-install-"));
  completeEnv({
    DATA_DIR: directory,
    NEXTAUTH_URL: "https://drydock.test",
    API_TOKEN_SECRET: "k7Jq2vXw9ZbN4mTr8LhD1sYf6GcP3aEu",
  });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const worker = () => createContext({ kind: "worker", workerId: null });
const phone = () => createContext({ kind: "system", name: "public" });
const NOT_FOUND = expect.objectContaining({ code: "NOT_FOUND" });

const INFO_PLIST = `<?xml version="1.0"?><plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>test.acme.notes</string>
<key>CFBundleShortVersionString</key><string>2.4.0</string>
<key>CFBundleName</key><string>Notes &lt;beta></string></dict></plist>`;

async function newBuild(fileName: string, bytes: Uint8Array = Buffer.from("an app")) {
  const ctx = await signInMember();
  const { orm } = database().systemDb;
  const app = await createApp(orm, { tenantId: ctx.tenant.id });
  const { id } = await createBuild(orm, { tenantId: ctx.tenant.id, appId: app.id });
  const upload = async function* () {
    yield bytes;
  };
  const { artifactPath, sizeBytes } = await storeArtifact(worker(), id, { fileName }, upload());
  await reportBuild(worker(), {
    buildId: id,
    status: "COMPLETED",
    artifactPath,
    sizeBytes,
  });
  return { ctx, id, app };
}

const tokenOf = (path: string | null) =>
  new URL(path ?? "", "https://drydock.test").searchParams.get("token") ?? "";

async function textOf(download: Download): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await download.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("an install link", () => {
  it("downloads an .apk without a session, until it expires", async () => {
    const { ctx, id } = await newBuild("app-release.apk");
    const { kind, path, expiresAt } = await createInstallLink(ctx, id);
    expect(kind).toBe("apk");
    expect(path).toMatch(new RegExp(`^/api/builds/${id}/install\\?token=`));
    expect(await textOf(await openInstall(phone(), id, tokenOf(path)))).toBe("an app");
    const late = { ...phone(), now: () => new Date(Date.parse(expiresAt) + 1_000) };
    await expect(openInstall(late, id, tokenOf(path))).rejects.toEqual(NOT_FOUND);
  });

  it("ends with the session and with the membership of its user", async () => {
    const { ctx, id } = await newBuild("app.apk");
    const token = tokenOf((await createInstallLink(ctx, id)).path);
    const { orm } = database().systemDb;
    await orm
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, ctx.actor.userId));
    await expect(openInstall(phone(), id, token)).rejects.toEqual(NOT_FOUND);

    const signedOut = await newBuild("app.apk");
    const first = tokenOf((await createInstallLink(signedOut.ctx, signedOut.id)).path);
    await endSession(createContext(signedOut.ctx.actor), signedOut.ctx.actor.sessionId ?? "");
    await expect(openInstall(phone(), signedOut.id, first)).rejects.toEqual(NOT_FOUND);

    const other = await newBuild("app.apk");
    const second = tokenOf((await createInstallLink(other.ctx, other.id)).path);
    await orm.delete(memberships).where(eq(memberships.userId, other.ctx.actor.userId));
    await expect(openInstall(phone(), other.id, second)).rejects.toEqual(NOT_FOUND);
  });

  it("opens no other build, and no altered token does", async () => {
    const [mine, other] = [await newBuild("app.apk"), await newBuild("app.apk")];
    const token = tokenOf((await createInstallLink(mine.ctx, mine.id)).path);
    await expect(openInstall(phone(), other.id, token)).rejects.toEqual(NOT_FOUND);
    await expect(createInstallLink(other.ctx, mine.id)).rejects.toEqual(NOT_FOUND);
    const [head, body, signature] = token.split(".");
    for (const altered of ["", "x", `${head}.${body}.`, `${head}.${body}.${signature?.slice(1)}`]) {
      await expect(openInstall(phone(), mine.id, altered)).rejects.toEqual(NOT_FOUND);
    }
  });

  it("exists for what a phone installs alone", async () => {
    const { ctx, id } = await newBuild("app-release.aab");
    await expect(createInstallLink(ctx, id)).rejects.toEqual(NOT_FOUND);
  });

  it("names the bundle of an .ipa in a manifest", async () => {
    const entry = { name: "Payload/Notes.app/Info.plist", bytes: Buffer.from(INFO_PLIST) };
    const nested = { name: "Payload/Notes.app/PlugIns/Info.plist", bytes: Buffer.from("no") };
    const { ctx, id } = await newBuild("Notes.ipa", toZip([nested, entry], deflateRawSync));
    const { kind, path } = await createInstallLink(ctx, id);
    expect(kind).toBe("ipa");
    const manifest = await openInstallManifest(phone(), id, tokenOf(path));
    expect(manifest.mediaType).toBe("text/xml; charset=utf-8");
    const xml = await textOf(manifest);
    expect(xml).toContain("<string>test.acme.notes</string>");
    expect(xml).toContain("<string>2.4.0</string>");
    expect(xml).toContain("<string>Notes &lt;beta&gt;</string>");
    const [, url = ""] = /<string>(https:[^<]+)<\/string>/.exec(xml) ?? [];
    expect(new URL(url).origin).toBe("https://drydock.test");
    const download = await openInstall(phone(), id, tokenOf(url));
    expect(download.fileName).toBe("Notes.ipa");
  });

  it("has no path for an .ipa without a readable bundle", async () => {
    const { ctx, id } = await newBuild("Notes.ipa");
    expect(await createInstallLink(ctx, id)).toMatchObject({ kind: "ipa", path: null });
  });
});

describe("findPreviousArtifact", () => {
  it("finds the last successful build before it, of the same platform", async () => {
    const { ctx, id, app } = await newBuild("app.apk");
    const { orm } = database().systemDb;
    const other = (values: object) => createBuild(orm, { tenantId: ctx.tenant.id, appId: app.id, ...values });
    expect(await findPreviousArtifact(ctx, id)).toBeNull();
    const next = await other({ status: "FAILED" });
    expect(await findPreviousArtifact(ctx, next.id)).toMatchObject({ buildId: id, sizeBytes: 6 });
    await expect(findPreviousArtifact(await signInMember(), id)).rejects.toEqual(NOT_FOUND);
  });
});
