import { beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { BuildDetail, ReportReceipt } from "@/server/domains/builds/view.ts";
import { type BuildStatus, REPORTED_STATUSES } from "@/shared/vocabulary.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { BUILD_SECRETS } from "./environment.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { sendLines } from "./raw-http.ts";
import { REPORT_ENDPOINT, sendReport } from "./send-report.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";

describeBothEntryPoints("POST /api/builds/webhook/status", (entryPoint) => {
  let account: Account;
  let appId: string;

  beforeAll(async () => {
    account = await createAccount();
    appId = (await createApp(db(), { tenantId: account.tenantId })).id;
  });

  const newBuild = async (status: BuildStatus = "QUEUED") =>
    (await createBuild(db(), { tenantId: account.tenantId, appId, status })).id;
  const find = async (buildId: string) =>
    expectView(
      await sendRequest(entryPoint, `GET /api/builds/${buildId}`, { as: account }),
      200,
      BuildDetail,
    );

  describe("200", () => {
    it.each(REPORTED_STATUSES)("accepts %s for a queued build", async (status) => {
      const buildId = await newBuild();
      const receipt = expectView(await sendReport(entryPoint, { buildId, status }), 200, ReportReceipt);
      expect(receipt).toEqual({ buildId, status, applied: true });
    });

    it("stores every field, and keeps earlier values of absent ones", async () => {
      const buildId = await newBuild();
      const start = { workerId: "linux-7", artifactPath: "artifacts/tmp" };
      await sendReport(entryPoint, { buildId, status: "IN_PROGRESS", ...start });
      const end = { artifactPath: "artifacts/ä/app.aab", sizeBytes: "48211903", errorLog: "one warning" };
      await sendReport(entryPoint, { buildId, status: "COMPLETED", ...end });
      const build = await find(buildId);
      expect(build).toMatchObject({ status: "COMPLETED", workerId: "linux-7", ...end });
      expect(build.startedAt).not.toBeNull();
      expect(build.finishedAt).not.toBeNull();
      expect(build.reports).toEqual([
        { status: "IN_PROGRESS", ...start, sizeBytes: null, receivedAt: expect.any(String), applied: true },
        {
          status: "COMPLETED",
          workerId: null,
          artifactPath: end.artifactPath,
          sizeBytes: end.sizeBytes,
          receivedAt: expect.any(String),
          applied: true,
        },
      ]);
    });

    it("treats empty texts and null as absent and ignores unknown fields", async () => {
      const buildId = await newBuild();
      const texts = { workerId: "mac-1", artifactPath: "a", errorLog: "b", sizeBytes: "7" };
      await sendReport(entryPoint, { buildId, status: "IN_PROGRESS", ...texts });
      const empty = { workerId: "", artifactPath: "", errorLog: "", sizeBytes: "" };
      const nothing = { workerId: null, artifactPath: null, errorLog: null, sizeBytes: null };
      for (const fields of [empty, nothing, { tenantId: UNKNOWN_ID, applied: true }]) {
        const response = await sendReport(entryPoint, { buildId, status: "IN_PROGRESS", ...fields });
        expect(expectView(response, 200, ReportReceipt).applied).toBe(false);
      }
      expect(await find(buildId)).toMatchObject(texts);
    });

    it("applies IN_PROGRESS to a running build only with changes", async () => {
      const buildId = await newBuild();
      const progress = async (fields: Record<string, string>) => {
        const response = await sendReport(entryPoint, { buildId, status: "IN_PROGRESS", ...fields });
        return expectView(response, 200, ReportReceipt).applied;
      };
      expect(await progress({})).toBe(true);
      for (const field of ["workerId", "artifactPath", "errorLog", "sizeBytes"]) {
        expect([await progress({ [field]: "1" }), await progress({ [field]: "1" })]).toEqual([true, false]);
        expect(await progress({ [field]: "2" })).toBe(true);
      }
    });

    it.each([
      ["0", "0"],
      ["007", "7"],
      ["0000000000000000000", "0"],
      ["9223372036854775807", "9223372036854775807"],
    ])("takes the size %s as %s", async (sizeBytes, kept) => {
      const buildId = await newBuild();
      expectView(
        await sendReport(entryPoint, { buildId, status: "COMPLETED", sizeBytes }),
        200,
        ReportReceipt,
      );
      expect((await find(buildId)).sizeBytes).toBe(kept);
    });

    it.each([
      ["\u001b[31merror\u001b[0m\r\n\tat line 1\u0007", "\u001b[31merror\u001b[0m\r\n\tat line 1\u0007"],
      ["a\u0000b", "a\uFFFDb"],
      ["\ud800 \udfff 😀", "\uFFFD \uFFFD 😀"],
      [" ", " "],
    ])("takes any text as error log (%#)", async (errorLog, kept) => {
      const buildId = await newBuild();
      expectView(await sendReport(entryPoint, { buildId, status: "FAILED", errorLog }), 200, ReportReceipt);
      expect((await find(buildId)).errorLog).toBe(kept);
    });

    it("accepts an error log of the maximum size", async () => {
      const buildId = await newBuild();
      const frame = JSON.stringify({ buildId, status: "FAILED", errorLog: "" });
      const errorLog = "x".repeat(1_048_576 - frame.length);
      expectView(await sendReport(entryPoint, { buildId, status: "FAILED", errorLog }), 200, ReportReceipt);
      const build = await find(buildId);
      expect(build.errorLog).toBe(errorLog);
      expect(build.errorLogTruncated).toBe(false);
    });

    it("accepts texts of maximum length and an upper-case build id", async () => {
      const buildId = await newBuild();
      const edges = { artifactPath: "😀".repeat(2_048), workerId: "é".repeat(128) };
      const response = await sendReport(entryPoint, {
        buildId: buildId.toUpperCase(),
        status: "COMPLETED",
        ...edges,
      });
      expect(expectView(response, 200, ReportReceipt).buildId).toBe(buildId);
      expect(await find(buildId)).toMatchObject(edges);
    });
  });

  describe("400 names the invalid field", () => {
    const CASES: [string, unknown][] = [
      ...[undefined, null, 5, {}, []].map((value): [string, unknown] => ["buildId", value]),
      ...[undefined, null, "", "QUEUED", "completed", "DONE", 5, ["FAILED"]].map(
        (value): [string, unknown] => ["status", value],
      ),
      ...["p".repeat(2_049), "a\u0000", "a\nb", "\ud800", 5, {}].map((value): [string, unknown] => [
        "artifactPath",
        value,
      ]),
      ...["w".repeat(129), "\u0007", "a\tb", "\udc00", 5, []].map((value): [string, unknown] => [
        "workerId",
        value,
      ]),
      ...[
        "-1",
        "1.5",
        "1e3",
        " 1",
        "0x10",
        "9223372036854775808",
        "00000000000000000001",
        "٣",
        48_211_903,
      ].map((value): [string, unknown] => ["sizeBytes", value]),
      ...[5, {}, ["line"], false].map((value): [string, unknown] => ["errorLog", value]),
    ];

    it.each(CASES)("%s: %j", async (field, value) => {
      const good = { buildId: UNKNOWN_ID, status: "FAILED" };
      expectProblem(await sendReport(entryPoint, { ...good, [field]: value }), 400, "VALIDATION_FAILED", [
        field,
      ]);
    });

    it("all of them at once", async () => {
      const wrong = { artifactPath: 1, workerId: 2, sizeBytes: 3, errorLog: 4 };
      const paths = ["artifactPath", "buildId", "errorLog", "sizeBytes", "status", "workerId"];
      expectProblem(await sendReport(entryPoint, wrong), 400, "VALIDATION_FAILED", paths);
    });

    it.each([null, [], "text", 5])("the whole body %j", async (body) => {
      expectProblem(await sendReport(entryPoint, body), 400, "VALIDATION_FAILED", [""]);
    });
  });

  it.each(["", "{", "\u0000"])("400 for malformed JSON (%j)", async (body) => {
    expectProblem(await sendReport(entryPoint, undefined, { body }), 400, "MALFORMED_JSON");
  });

  describe("the secret", () => {
    const secrets = [...BUILD_SECRETS.BUILD_SERVER_SECRET, ...BUILD_SECRETS.MAC_BUILDER_SECRET];
    const good = { buildId: UNKNOWN_ID, status: "FAILED" };

    it.each(secrets)("%s is accepted", async (secret) => {
      expectProblem(await sendReport(entryPoint, good, { secret }), 404, "NOT_FOUND");
    });

    it("is rejected alike in every invalid form, without a challenge", async () => {
      const [first = ""] = secrets;
      const wrong = [
        null,
        "",
        "wrong",
        first.slice(1),
        `${first}x`,
        first.toUpperCase(),
        secrets.join(),
        `Bearer ${first}`,
      ];
      const responses: HttpResponse[] = [];
      for (const secret of wrong) responses.push(await sendReport(entryPoint, good, { secret }));
      responses.push(await sendRequest(entryPoint, REPORT_ENDPOINT, { as: account, json: good }));
      for (const response of responses) {
        const problem = expectProblem(response, 401, "UNAUTHENTICATED");
        expect(response.headers.has("www-authenticate")).toBe(false);
        expect({ ...problem, requestId: "" }).toEqual({
          ...JSON.parse(responses[0]?.text ?? ""),
          requestId: "",
        });
      }
    });

    it("may be given only once", async () => {
      const line = `x-build-secret: ${secrets[0]}`;
      expectProblem(await sendLines(entryPoint, REPORT_ENDPOINT, [line, line], good), 401, "UNAUTHENTICATED");
    });
  });

  it.each([UNKNOWN_ID, "no-uuid", "' or 1=1", "\u0000"])("404 for the build %j", async (buildId) => {
    expectProblem(await sendReport(entryPoint, { buildId, status: "COMPLETED" }), 404, "NOT_FOUND");
  });
});
