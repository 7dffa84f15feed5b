import { beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { LogPart, LogReceipt } from "@/server/build-logs/view.ts";
import { describeBothEntryPoints } from "../entry-points.ts";
import { expectProblem, expectView } from "../expect-response.ts";
import { type Account, createAccount, createToken, db } from "../fixtures.ts";
import { sendReport } from "../send-report.ts";
import { sendRequest } from "../send-request.ts";
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
  const readPart = (buildId: string, query = "", as = account) =>
    sendRequest(entryPoint, `GET /api/builds/${buildId}/log${query}`, { as });

  it("is appended by offset, once, and read from any offset", async () => {
    const buildId = await newBuild();
    const first = { workerId, offset: "0", text: "größe\n" };
    for (let time = 0; time < 2; time += 1) {
      const receipt = expectView(await append(buildId, first), 200, LogReceipt);
      expect(receipt).toEqual({ sizeBytes: "8", truncated: false });
    }
    const overlap = { workerId, offset: "0", text: "größe\nmore" };
    expect(expectView(await append(buildId, overlap), 200, LogReceipt).sizeBytes).toBe("12");
    const whole = expectView(await readPart(buildId), 200, LogPart);
    expect(whole).toEqual({
      text: "größe\nmore",
      offset: "0",
      nextOffset: "12",
      sizeBytes: "12",
      open: true,
      truncated: false,
    });
    const end = expectView(await readPart(buildId, "?offset=8"), 200, LogPart);
    expect(end).toMatchObject({ text: "more", offset: "8", nextOffset: "12" });
  });

  it("of a build without reports is empty", async () => {
    const part = expectView(await readPart(await newBuild()), 200, LogPart);
    expect(part).toMatchObject({ text: "", sizeBytes: "0", open: true });
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

    it("an oversized part with 413, and an invalid offset with 400", async () => {
      const text = "x".repeat(2 * 1_048_576);
      expectProblem(await append(UNKNOWN_ID, { workerId, offset: "0", text }), 413, "PAYLOAD_TOO_LARGE");
      const buildId = await newBuild();
      expectProblem(await readPart(buildId, "?offset=x"), 400, "VALIDATION_FAILED", ["offset"]);
    });

    it("an unknown build and another tenant's with 404", async () => {
      const words = { workerId, offset: "0", text: "x" };
      expectProblem(await append(UNKNOWN_ID, words), 404, "NOT_FOUND");
      expectProblem(await append("x", words), 404, "NOT_FOUND");
      const buildId = await newBuild();
      expectProblem(await readPart(buildId, "", await createAccount()), 404, "NOT_FOUND");
      expectProblem(await readPart(UNKNOWN_ID), 404, "NOT_FOUND");
    });

    it("requests without a credential", async () => {
      const buildId = await newBuild();
      const path = `/api/builds/${buildId}/log`;
      await expectSecretRequired(entryPoint, `POST ${path}`, { json: { workerId, offset: "0", text: "x" } });
      expectProblem(await sendRequest(entryPoint, `GET ${path}`), 401, "UNAUTHENTICATED");
      expectProblem(await sendAsWorker(entryPoint, `GET ${path}`), 401, "UNAUTHENTICATED");
      const publisher = await createToken(account.ctx, ["MARKETPLACE_PUBLISH"]);
      expectProblem(await readPart(buildId, "", publisher), 403, "PERMISSION_DENIED");
    });
  });
});
