import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { BuildPage } from "@/server/domains/builds/view.ts";
import type { BuildStatus, Platform } from "@/shared/vocabulary.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { sendReport } from "./send-report.ts";
import { type RequestOptions, sendRequest } from "./send-request.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";

describeBothEntryPoints("GET /api/apps/{appId}/builds", (entryPoint) => {
  let account: Account;

  beforeAll(async () => {
    account = await createAccount({ permissions: ["BUILDS_READ"] });
  });

  const newApp = async () => (await createApp(db(), { tenantId: account.tenantId })).id;
  const add = (
    appId: string,
    values: { status?: BuildStatus; platform?: Platform; errorLog?: string } = {},
  ) => createBuild(db(), { tenantId: account.tenantId, appId, ...values });
  /** Builds behind those that are there, a few to each millisecond, as a busy queue makes them. */
  const addMany = (appId: string, count: number) =>
    db().execute(sql`
      insert into builds (id, tenant_id, app_id, number, platform, version, created_at)
      select uuidv7(), ${account.tenantId}::uuid, ${appId}::uuid, last.number + n, 'ANDROID', '1.0.0',
        now() + (n / 3) * interval '1 millisecond'
      from generate_series(1, ${count}::integer) n,
        (select coalesce(max(number), 0) as number from builds where app_id = ${appId}::uuid) last`);
  const list = (appId: string, query = "", options: RequestOptions = {}) =>
    sendRequest(entryPoint, `GET /api/apps/${appId}/builds${query}`, { as: account, ...options });
  const numbers = async (appId: string, query: string) => {
    const page = expectView(await list(appId, query), 200, BuildPage);
    return page.builds.map((build) => build.number);
  };

  describe("200", () => {
    it("shows every field of a build", async () => {
      const appId = await newApp();
      const build = await add(appId);
      const fields = { workerId: "linux-1", artifactPath: "a.aab", sizeBytes: "48211903", errorLog: "w" };
      await sendReport(entryPoint, { buildId: build.id, status: "IN_PROGRESS" });
      await sendReport(entryPoint, { buildId: build.id, status: "COMPLETED", ...fields });
      const response = await list(appId);
      const page = expectView(response, 200, BuildPage);
      const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      expect(page).toEqual({
        builds: [
          {
            id: build.id,
            appId,
            number: 1,
            platform: "ANDROID",
            version: "1.0.0",
            status: "COMPLETED",
            ...fields,
            errorLogTruncated: false,
            stalled: false,
            retryOf: null,
            gitRef: null,
            gitCommit: null,
            commitMessage: null,
            createdBy: null,
            failure: null,
            createdAt: instant,
            startedAt: instant,
            finishedAt: instant,
            updatedAt: instant,
          },
        ],
        nextCursor: null,
      });
      expect(response.headers.get("cache-control")).toBe("private, no-cache");
    });

    it("is empty for an app without builds", async () => {
      expect(expectView(await list(await newApp()), 200, BuildPage)).toEqual({
        builds: [],
        nextCursor: null,
      });
    });

    it("pages newest first without gaps or duplicates while builds are added", async () => {
      const appId = await newApp();
      for (let i = 0; i < 7; i++) await add(appId);
      const seen: number[] = [];
      let cursor: string | null = "";
      for (let pages = 0; cursor !== null && pages < 10; pages++) {
        const query: string = cursor ? `?limit=2&cursor=${encodeURIComponent(cursor)}` : "?limit=2";
        const page = expectView(await list(appId, query), 200, BuildPage);
        seen.push(...page.builds.map((build) => build.number));
        cursor = page.nextCursor;
        await add(appId);
      }
      expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
    });

    // Both entry points page alike; one of them is tried with as many builds as an app has after years.
    const count = entryPoint.name === "front" ? 10_000 : 1_000;
    it(`returns each of ${count} builds once while others are added between the pages`, async () => {
      const appId = await newApp();
      await addMany(appId, count);
      const seen: number[] = [];
      let cursor: string | null = "";
      let pages = 0;
      for (; cursor !== null; pages++) {
        const query: string = cursor ? `?limit=100&cursor=${encodeURIComponent(cursor)}` : "?limit=100";
        const { builds, nextCursor } = expectView(await list(appId, query), 200, BuildPage);
        seen.push(...builds.map((build) => build.number));
        cursor = nextCursor;
        await addMany(appId, 3);
      }
      expect(seen).toEqual(Array.from({ length: count }, (_, i) => count - i));
      expect(await numbers(appId, "?limit=1")).toEqual([count + 3 * pages]);
    });

    it("returns twenty by default, and up to a hundred", async () => {
      const appId = await newApp();
      for (let i = 0; i < 101; i++) await add(appId);
      expect(await numbers(appId, "")).toHaveLength(20);
      expect(await numbers(appId, "?limit=1")).toEqual([101]);
      expect(await numbers(appId, "?limit=100")).toHaveLength(100);
    });

    it("filters by status and platform, each repeatable, also with a cursor", async () => {
      const appId = await newApp();
      const statuses: BuildStatus[] = ["COMPLETED", "FAILED", "IN_PROGRESS", "QUEUED"];
      for (const status of statuses) {
        for (const platform of ["ANDROID", "IOS"] as const) await add(appId, { status, platform });
      }
      expect(await numbers(appId, "?status=FAILED")).toEqual([4, 3]);
      expect(await numbers(appId, "?status=FAILED&status=QUEUED")).toEqual([8, 7, 4, 3]);
      expect(await numbers(appId, "?platform=IOS")).toEqual([8, 6, 4, 2]);
      expect(await numbers(appId, "?platform=IOS&platform=ANDROID")).toHaveLength(8);
      expect(await numbers(appId, "?platform=IOS&status=COMPLETED&status=COMPLETED")).toEqual([2]);
      const first = expectView(await list(appId, "?platform=IOS&limit=3"), 200, BuildPage);
      expect(await numbers(appId, `?platform=IOS&limit=3&cursor=${first.nextCursor}`)).toEqual([2]);
    });

    it("ignores unknown query parameters, repeated ones too", async () => {
      const appId = await newApp();
      await add(appId);
      expect(await numbers(appId, "?page=2&page=3&sort=%F0%9F%98%80&Status=FAILED")).toEqual([1]);
      expect(await numbers(appId.toUpperCase(), "?")).toEqual([1]);
    });

    it("has the last 4,000 characters of an error log", async () => {
      const appId = await newApp();
      const tail = "é😀".repeat(2_000);
      await add(appId, { status: "FAILED", errorLog: tail });
      await add(appId, { status: "FAILED", errorLog: `x${tail}` });
      const { builds } = expectView(await list(appId), 200, BuildPage);
      expect(builds.map((build) => [build.errorLog, build.errorLogTruncated])).toEqual([
        [tail, true],
        [tail, false],
      ]);
    });

    it.each([
      [[], "60"],
      [["COMPLETED", "FAILED"], "60"],
      [["COMPLETED", "QUEUED"], "5"],
      [["IN_PROGRESS"], "5"],
    ] as const)("tells pollers of %j to come back in %s seconds", async (statuses, seconds) => {
      const appId = await newApp();
      for (const status of statuses) await add(appId, { status });
      for (const query of ["", "?status=COMPLETED&limit=1"]) {
        expect((await list(appId, query)).headers.get("x-poll-interval")).toBe(seconds);
      }
    });
  });

  describe("304", () => {
    it("for a matching entity tag in every form", async () => {
      const appId = await newApp();
      await add(appId);
      const tag = (await list(appId)).headers.get("etag") ?? "";
      expect(tag).toMatch(/^W\/"[^"]+"$/);
      for (const known of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
        const response = await list(appId, "", { headers: { "If-None-Match": known } });
        expect(response).toMatchObject({ status: 304, text: "" });
        expect(response.headers.get("etag")).toBe(tag);
        expect(response.headers.get("cache-control")).toBe("private, no-cache");
        expect(response.headers.get("x-poll-interval")).toBe("5");
        expect(response.headers.has("content-type")).toBe(false);
      }
    });

    it("not after a build changed", async () => {
      const appId = await newApp();
      const { id: buildId } = await add(appId);
      const tag = (await list(appId)).headers.get("etag") ?? "";
      await sendReport(entryPoint, { buildId, status: "IN_PROGRESS" });
      const response = await list(appId, "", { headers: { "If-None-Match": tag } });
      expectView(response, 200, BuildPage);
      expect(response.headers.get("etag")).not.toBe(tag);
    });
  });

  describe("400", () => {
    it.each([
      ["?limit=0", ["limit"]],
      ["?limit=101", ["limit"]],
      ["?limit=-1", ["limit"]],
      ["?limit=2.5", ["limit"]],
      ["?limit=1e1", ["limit"]],
      ["?limit=", ["limit"]],
      ["?limit=%2B5", ["limit"]],
      ["?limit=5&limit=5", ["limit"]],
      ["?cursor=", ["cursor"]],
      ["?cursor=5", ["cursor"]],
      ["?cursor=W10", ["cursor"]],
      ["?cursor=WyJhIl0", ["cursor"]],
      ["?cursor=Wy0xXQ", ["cursor"]],
      ["?cursor=%00", ["cursor"]],
      ["?cursor=WzVd&cursor=WzVd", ["cursor"]],
      ["?status=", ["status.0"]],
      ["?status=failed", ["status.0"]],
      ["?status=FAILED&status=DONE", ["status.1"]],
      ["?status=FAILED,QUEUED", ["status.0"]],
      ["?platform=WINDOWS", ["platform.0"]],
      [
        "?limit=x&cursor=y&status=z&platform=ANDROID&platform=w",
        ["cursor", "limit", "platform.1", "status.0"],
      ],
    ])("for %s", async (query, paths) => {
      expectProblem(await list(await newApp(), query), 400, "VALIDATION_FAILED", paths);
    });
  });

  it("404 for another tenant's, an unknown and an invalid app id", async () => {
    const other = await createAccount();
    const theirs = await createApp(db(), { tenantId: other.tenantId });
    for (const appId of [theirs.id, UNKNOWN_ID, "no-uuid", "%27", `${theirs.id}%00`]) {
      expectProblem(await list(appId), 404, "NOT_FOUND");
    }
  });
});
