import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { StoredArtifact } from "@/server/domains/builds/artifacts/service.ts";
import { describeBothEntryPoints } from "../entry-points.ts";
import { expectProblem, expectView } from "../expect-response.ts";
import { type Account, createAccount, createToken, db } from "../fixtures.ts";
import { sendReport } from "../send-report.ts";
import { sendRequest } from "../send-request.ts";
import { sessionCookie } from "../session.ts";
import { expectSecretRequired, sendAsWorker, UNKNOWN_ID } from "./send-as-worker.ts";

const BYTES = "the bytes of an app";
const SHA256 = createHash("sha256").update(BYTES).digest("hex");

describeBothEntryPoints("the artifact of a build", (entryPoint) => {
  let account: Account;
  let appId: string;
  beforeAll(async () => {
    account = await createAccount();
    appId = (await createApp(db(), { tenantId: account.tenantId })).id;
  });

  const newBuild = async () => (await createBuild(db(), { tenantId: account.tenantId, appId })).id;
  const upload = (buildId: string, query = "", body = BYTES) =>
    sendAsWorker(entryPoint, `PUT /api/builds/${buildId}/artifact${query}`, { body });
  const stored = async () => {
    const buildId = await newBuild();
    const artifact = expectView(await upload(buildId, "?fileName=app.aab"), 201, StoredArtifact);
    await sendReport(entryPoint, { buildId, status: "COMPLETED", ...artifact });
    return { buildId, ...artifact };
  };
  const download = (buildId: string, headers: Record<string, string>) =>
    sendRequest(entryPoint, `GET /api/builds/${buildId}/artifact`, { headers });

  it("is stored with its size and digest, and downloaded once it is reported", async () => {
    const buildId = await newBuild();
    const artifact = expectView(await upload(buildId, "?fileName=app.aab"), 201, StoredArtifact);
    expect(artifact).toEqual({
      artifactPath: expect.stringContaining(`artifacts/${buildId}/`),
      sizeBytes: "19",
      sha256: SHA256,
    });
    const path = `GET /api/builds/${buildId}/artifact`;
    expectProblem(await sendRequest(entryPoint, path, { as: account }), 404, "NOT_FOUND");
    await sendReport(entryPoint, { buildId, status: "COMPLETED", artifactPath: artifact.artifactPath });
    const response = await sendRequest(entryPoint, path, { as: account });
    expect(response).toMatchObject({ status: 200, text: BYTES });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="app.aab"',
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
    });
  });

  it("is served in ranges: 206, 304 by its tag, 416 beyond its end, and no body for HEAD", async () => {
    const { buildId } = await stored();
    const get = (headers: Record<string, string>) =>
      sendRequest(entryPoint, `GET /api/builds/${buildId}/artifact`, { as: account, headers });
    const part = await get({ Range: "bytes=4-8" });
    expect(part).toMatchObject({ status: 206, text: "bytes" });
    expect(part.headers.get("content-range")).toBe("bytes 4-8/19");
    const tag = part.headers.get("etag") ?? "";
    expect((await get({ "If-None-Match": tag })).status).toBe(304);
    expect((await get({ Range: "bytes=100-" })).status).toBe(416);
    const head = await sendRequest(entryPoint, `HEAD /api/builds/${buildId}/artifact`, { as: account });
    expect(head).toMatchObject({ status: 200, text: "" });
  });

  describe("refuses to store", () => {
    it("an empty body and an invalid name with 400", async () => {
      const buildId = await newBuild();
      expectProblem(await upload(buildId, "", ""), 400, "VALIDATION_FAILED", [""]);
      for (const name of ["..", "a/b", "%0A", "a%5Cb", "x".repeat(256), ""]) {
        const response = await upload(buildId, `?fileName=${name}`);
        expectProblem(response, 400, "VALIDATION_FAILED", ["fileName"]);
      }
    });

    it("for an unknown build with 404, and for a finished one with 409", async () => {
      expectProblem(await upload(UNKNOWN_ID), 404, "NOT_FOUND");
      const { buildId } = await stored();
      expectProblem(await upload(buildId), 409, "BUILD_ALREADY_FINISHED");
    });

    it("without the secret", async () => {
      const path = `PUT /api/builds/${await newBuild()}/artifact`;
      await expectSecretRequired(entryPoint, path, { body: BYTES });
      expectProblem(
        await sendRequest(entryPoint, path, { as: account, body: BYTES }),
        401,
        "UNAUTHENTICATED",
      );
    });
  });

  describe("is downloaded with a session", () => {
    it("by members, including viewers", async () => {
      const { buildId } = await stored();
      const response = await download(buildId, { Cookie: await sessionCookie(account.ctx) });
      expect(response).toMatchObject({ status: 200, text: BYTES });
      const viewer = await createAccount({ role: "VIEWER" });
      const app = await createApp(db(), { tenantId: viewer.tenantId });
      const { id } = await createBuild(db(), { tenantId: viewer.tenantId, appId: app.id });
      const own = expectView(await upload(id), 201, StoredArtifact);
      await sendReport(entryPoint, { buildId: id, status: "COMPLETED", artifactPath: own.artifactPath });
      const theirs = await download(id, { Cookie: await sessionCookie(viewer.ctx) });
      expect(theirs).toMatchObject({ status: 200, text: BYTES });
    });

    it("not by another tenant, nor by Super Admins: 404", async () => {
      const { buildId } = await stored();
      for (const stranger of [await signInMember("OWNER"), { ...account.ctx, ...(await signInAdmin()) }]) {
        const Cookie = await sessionCookie(stranger);
        expectProblem(await download(buildId, { Cookie }), 404, "NOT_FOUND");
      }
      const Cookie = await sessionCookie(account.ctx);
      expectProblem(await download(UNKNOWN_ID, { Cookie }), 404, "NOT_FOUND");
    });

    it("not by an invalid cookie, nor with an invalid token", async () => {
      const { buildId } = await stored();
      const good = await sessionCookie(account.ctx);
      expectProblem(await download(buildId, {}), 401, "UNAUTHENTICATED");
      expectProblem(await download(buildId, { Cookie: `${good}x` }), 401, "UNAUTHENTICATED");
      const both = await download(buildId, { Cookie: good, Authorization: "Bearer x" });
      expectProblem(both, 401, "UNAUTHENTICATED");
    });
  });

  it("needs BUILDS_READ of a token of its tenant", async () => {
    const { buildId } = await stored();
    const path = `GET /api/builds/${buildId}/artifact`;
    const publisher = await createToken(account.ctx, ["MARKETPLACE_PUBLISH"]);
    expectProblem(await sendRequest(entryPoint, path, { as: publisher }), 403, "PERMISSION_DENIED");
    expectProblem(await sendRequest(entryPoint, path, { as: await createAccount() }), 404, "NOT_FOUND");
    expectProblem(await sendAsWorker(entryPoint, path), 401, "UNAUTHENTICATED");
  });
});
