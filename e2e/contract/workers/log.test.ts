import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { builds } from "@/db/schema/index.ts";
import { LogReceipt } from "@/server/domains/builds/logs/view.ts";
import { describeBothEntryPoints } from "../entry-points.ts";
import { expectProblem, expectView } from "../expect-response.ts";
import { type Account, createAccount, createToken, db } from "../fixtures.ts";
import { sendReport } from "../send-report.ts";
import { sendRequest } from "../send-request.ts";
import { sessionCookie } from "../session.ts";
import { expectSecretRequired, sendAsWorker, UNKNOWN_ID } from "./send-as-worker.ts";

const workerId = "contract-log";

describeBothEntryPoints("the log of a build", (entryPoint) => {
  let account: Account;
  let appId: string;
  beforeAll(async () => {
    account = await createAccount();
    appId = (await createApp(db(), { tenantId: account.tenantId })).id;
  });

  const newBuild = async () => {
    const { id } = await createBuild(db(), { tenantId: account.tenantId, appId, workerId });
    await sendReport(entryPoint, { buildId: id, status: "IN_PROGRESS", workerId });
    return id;
  };
  const append = (buildId: string, json: object) =>
    sendAsWorker(entryPoint, `POST /api/builds/${buildId}/log`, { json });
  const download = (buildId: string, { range, as = account }: { range?: string; as?: Account } = {}) =>
    sendRequest(entryPoint, `GET /api/builds/${buildId}/log`, { as, headers: { Range: range ?? null } });

  it("is appended by offset, once, and downloaded as plain text", async () => {
    const buildId = await newBuild();
    const first = { workerId, offset: "0", text: "größe\n" };
    for (let time = 0; time < 2; time += 1) {
      const receipt = expectView(await append(buildId, first), 200, LogReceipt);
      expect(receipt).toEqual({ sizeBytes: "8", truncated: false });
    }
    const overlap = { workerId, offset: "0", text: "größe\nmore" };
    expect(expectView(await append(buildId, overlap), 200, LogReceipt).sizeBytes).toBe("12");
    const whole = await download(buildId);
    expect([whole.status, whole.text]).toEqual([200, "größe\nmore"]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="build-\d+\.log"$/),
      "accept-ranges": "bytes",
      "x-log-status": "open",
    });
    const head = await sendRequest(entryPoint, `HEAD /api/builds/${buildId}/log`, { as: account });
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  it("is followed by ranges from its end, until it is closed", async () => {
    const buildId = await newBuild();
    await append(buildId, { workerId, offset: "0", text: "one\n" });
    const [part, end] = [
      await download(buildId, { range: "bytes=1-2" }),
      await download(buildId, { range: "bytes=4-" }),
    ];
    expect([part.status, part.text, part.headers.get("content-range")]).toEqual([206, "ne", "bytes 1-2/4"]);
    expectProblem(end, 416, "VALIDATION_FAILED", ["Range"]);
    expect([end.headers.get("content-range"), end.headers.get("x-log-status")]).toEqual([
      "bytes */4",
      "open",
    ]);
    await append(buildId, { workerId, offset: "4", text: "two\n" });
    const next = await download(buildId, { range: "bytes=4-" });
    expect([next.status, next.text]).toEqual([206, "two\n"]);
    await db()
      .update(builds)
      .set({ status: "COMPLETED", finishedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(builds.id, buildId));
    const closed = await download(buildId, { range: "bytes=8-" });
    expect([closed.status, closed.headers.get("x-log-status")]).toEqual([416, "closed"]);
  });

  it("ends with the error log when no more output can come", async () => {
    const buildId = await newBuild();
    await append(buildId, { workerId, offset: "0", text: "one\n" });
    await sendReport(entryPoint, { buildId, status: "FAILED", workerId, errorLog: "e: größe\n" });
    expect((await download(buildId)).text).toBe("one\n");
    await db()
      .update(builds)
      .set({ finishedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(builds.id, buildId));
    const whole = await download(buildId);
    expect([whole.text, whole.headers.get("x-log-status")]).toEqual(["one\ne: größe\n", "closed"]);
    const end = await download(buildId, { range: "bytes=11-" });
    expect([end.status, end.text, end.headers.get("content-range")]).toEqual([206, "ße\n", "bytes 11-14/15"]);
    expectProblem(await download(buildId, { range: "bytes=15-" }), 416, "VALIDATION_FAILED", ["Range"]);
  });

  it("of a build that ended without output is its error log, at once", async () => {
    const buildId = await newBuild();
    await sendReport(entryPoint, { buildId, status: "FAILED", errorLog: "e: größe\nlast" });
    const whole = await download(buildId);
    expect([whole.status, whole.text]).toEqual([200, "e: größe\nlast"]);
    const part = await download(buildId, { range: "bytes=-4" });
    expect([part.status, part.text]).toEqual([206, "last"]);
  });

  it("of a build without output is empty", async () => {
    const buildId = await newBuild();
    const empty = await download(buildId);
    expect([empty.status, empty.text]).toEqual([200, ""]);
    expect((await download(buildId, { range: "bytes=0-" })).status).toBe(416);
  });

  it("can be downloaded by a member's session, and not by others", async () => {
    const buildId = await newBuild();
    const as = async ({ ctx }: Account) =>
      sendRequest(entryPoint, `GET /api/builds/${buildId}/log`, {
        headers: { Cookie: await sessionCookie(ctx) },
      });
    expect((await as(account)).status).toBe(200);
    expectProblem(await as(await createAccount()), 404, "NOT_FOUND");
  });

  describe("refuses", () => {
    it("a gap and another worker with 409", async () => {
      const buildId = await newBuild();
      const gap = await append(buildId, { workerId, offset: "5", text: "x" });
      expectProblem(gap, 409, "INVALID_TRANSITION");
      const other = await append(buildId, { workerId: "another", offset: "0", text: "x" });
      expectProblem(other, 409, "INVALID_TRANSITION");
    });

    it.each([
      [{}, ["offset", "text", "workerId"]],
      [{ workerId, offset: 0, text: "" }, ["offset"]],
      [{ workerId, offset: "-1", text: 1 }, ["offset", "text"]],
      [{ workerId: "", offset: "0", text: "" }, ["workerId"]],
    ])("%j with 400 and every field", async (json, paths) => {
      expectProblem(await append(UNKNOWN_ID, json), 400, "VALIDATION_FAILED", paths);
    });

    it("an oversized part with 413", async () => {
      const text = "x".repeat(2 * 1_048_576);
      expectProblem(await append(UNKNOWN_ID, { workerId, offset: "0", text }), 413, "PAYLOAD_TOO_LARGE");
    });

    it("an unknown build and another tenant's with 404", async () => {
      const words = { workerId, offset: "0", text: "x" };
      expectProblem(await append(UNKNOWN_ID, words), 404, "NOT_FOUND");
      expectProblem(await append("x", words), 404, "NOT_FOUND");
      const buildId = await newBuild();
      expectProblem(await download(buildId, { as: await createAccount() }), 404, "NOT_FOUND");
      expectProblem(await download(UNKNOWN_ID), 404, "NOT_FOUND");
    });

    it("requests without a credential", async () => {
      const buildId = await newBuild();
      const path = `/api/builds/${buildId}/log`;
      await expectSecretRequired(entryPoint, `POST ${path}`, { json: { workerId, offset: "0", text: "x" } });
      expectProblem(await sendRequest(entryPoint, `GET ${path}`), 401, "UNAUTHENTICATED");
      expectProblem(await sendAsWorker(entryPoint, `GET ${path}`), 401, "UNAUTHENTICATED");
      const publisher = await createToken(account.ctx, ["MARKETPLACE_PUBLISH"]);
      expectProblem(await download(buildId, { as: publisher }), 403, "PERMISSION_DENIED");
    });
  });
});
