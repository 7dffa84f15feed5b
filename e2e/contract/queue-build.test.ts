import { describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { buildWorkers } from "@/db/schema/index.ts";
import { BuildDetail, BuildPage, QueuedBuildView } from "@/server/domains/builds/view.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";

describeBothEntryPoints("POST /api/apps/{appId}/builds", (entryPoint) => {
  const queue = (as: Account, appId: string, json: unknown) =>
    sendRequest(entryPoint, `POST /api/apps/${appId}/builds`, { as, json });
  const newApp = async ({ tenantId }: Account, platforms: Platform[] = ["ANDROID", "IOS"]) =>
    (await createApp(db(), { tenantId, platforms })).id;

  describe("201", () => {
    it("queues a build and returns its Location", async () => {
      const account = await createAccount();
      const appId = await newApp(account);
      const response = await queue(account, appId, { platform: "IOS", version: "2.4.0", gitRef: "main" });
      const { warnings: _, ...build } = expectView(response, 201, QueuedBuildView);
      expect(build).toMatchObject({
        appId,
        number: 1,
        platform: "IOS",
        version: "2.4.0",
        status: "QUEUED",
        workerId: null,
        startedAt: null,
        stalled: false,
        retryOf: null,
      });
      expect(response.headers.get("location")).toBe(`/api/builds/${build.id}`);
      const listed = await sendRequest(entryPoint, `GET /api/apps/${appId}/builds`, { as: account });
      expect(expectView(listed, 200, BuildPage).builds).toEqual([build]);
      const found = await sendRequest(entryPoint, `GET ${response.headers.get("location")}`, { as: account });
      expect(expectView(found, 200, BuildDetail)).toEqual({ ...build, reports: [], inputs: [] });
    });

    it("warns while no worker for the platform is online", async () => {
      const account = await createAccount();
      const appId = await newApp(account);
      const warningsFor = async (lastSeenAt: Date) => {
        const worker = {
          id: "contract-warnings",
          platforms: ["IOS" as const],
          firstSeenAt: lastSeenAt,
          lastSeenAt,
        };
        // Workers of other tests are online as soon as they send something.
        await db().update(buildWorkers).set({ lastSeenAt });
        await db()
          .insert(buildWorkers)
          .values(worker)
          .onConflictDoUpdate({ target: buildWorkers.id, set: worker });
        const response = await queue(account, appId, { platform: "IOS", version: "1.0.0" });
        return expectView(response, 201, QueuedBuildView).warnings;
      };
      const message = "No IOS worker is online. The build waits in the queue until one is.";
      await expect.poll(() => warningsFor(new Date(0))).toEqual([{ code: "NO_WORKER_ONLINE", message }]);
      expect(await warningsFor(new Date())).toEqual([]);
    });

    it("numbers concurrent builds without gaps", async () => {
      const account = await createAccount();
      const appId = await newApp(account);
      const json = { platform: "IOS", version: "1.0.0" };
      // On a machine that is busy with other tests, one that waits for the others may be told to come again.
      const queueUntilTaken = async (): Promise<HttpResponse> => {
        const response = await queue(account, appId, json);
        return response.status === 503 ? queueUntilTaken() : response;
      };
      const responses = await Promise.all(Array.from({ length: 12 }, queueUntilTaken));
      const numbers = responses.map((response) => expectView(response, 201, QueuedBuildView).number);
      expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    });

    it.each([
      { version: "v" },
      { version: "😀".repeat(64) },
      { gitRef: "é".repeat(255) },
      { gitRef: "" },
      { gitRef: null },
      { status: "COMPLETED", number: 7, appId: UNKNOWN_ID },
    ])("takes %j", async (fields) => {
      const account = await createAccount();
      const json = { platform: "ANDROID", version: "1.0.0", ...fields };
      const build = expectView(await queue(account, await newApp(account), json), 201, QueuedBuildView);
      expect(build).toMatchObject({ number: 1, status: "QUEUED", version: json.version });
    });
  });

  describe("400 names the invalid field", () => {
    it.each([
      ["platform", [undefined, null, "", "android", "WINDOWS", 5, ["IOS"]]],
      ["version", [undefined, null, "", "v".repeat(65), "1\n0", "\u0000", "\ud800", 5, {}]],
      ["gitRef", ["r".repeat(256), "a\tb", "\udfff", 5, []]],
    ])("%s", async (field, values) => {
      const account = await createAccount();
      const appId = await newApp(account);
      for (const value of values) {
        const json = { platform: "IOS", version: "1.0.0", [field]: value };
        expectProblem(await queue(account, appId, json), 400, "VALIDATION_FAILED", [field]);
      }
    });

    it("lists all at once, or the whole body", async () => {
      const account = await createAccount();
      const appId = await newApp(account);
      const paths = ["gitRef", "platform", "version"];
      expectProblem(await queue(account, appId, { gitRef: 5 }), 400, "VALIDATION_FAILED", paths);
      expectProblem(await queue(account, appId, null), 400, "VALIDATION_FAILED", [""]);
    });

    it("a platform that the app does not support", async () => {
      const account = await createAccount();
      const appId = await newApp(account, ["IOS"]);
      const response = await queue(account, appId, { platform: "ANDROID", version: "1.0.0" });
      expectProblem(response, 400, "VALIDATION_FAILED", ["platform"]);
    });
  });

  it("403 without the permission, and for viewers", async () => {
    const reader = await createAccount({ permissions: ["BUILDS_READ", "MARKETPLACE_PUBLISH"] });
    for (const account of [reader, await createAccount({ role: "VIEWER" })]) {
      const response = await queue(account, await newApp(account), { platform: "IOS", version: "1.0.0" });
      expectProblem(response, 403, "PERMISSION_DENIED");
    }
  });

  it("404 for another tenant's, an unknown and an invalid app id", async () => {
    const [account, other] = [await createAccount(), await createAccount()];
    for (const appId of [await newApp(other), UNKNOWN_ID, "no-uuid"]) {
      const response = await queue(account, appId, { platform: "IOS", version: "1.0.0" });
      expectProblem(response, 404, "NOT_FOUND");
    }
  });
});
