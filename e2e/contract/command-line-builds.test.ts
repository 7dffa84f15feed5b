import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { AppListOutput, BuildLogsOutput, BuildViewOutput, ErrorOutput } from "@/cli/output/schemas.ts";
import { createApp, createBuild } from "@/db/factories.ts";
import { builds } from "@/db/schema/index.ts";
import { parseOutput, runCli } from "../process/cli/run-cli.ts";
import { FRONT } from "./entry-points.ts";
import { type Account, createAccount, createToken, db } from "./fixtures.ts";
import { sendReport } from "./send-report.ts";
import { sendAsWorker } from "./workers/send-as-worker.ts";

const workerId = "contract-cli";

let account: Account;
let appId: string;
let appSlug: string;
beforeAll(async () => {
  account = await createAccount();
  const app = await createApp(db(), { tenantId: account.tenantId, name: "Field Notes" });
  [appId, appSlug] = [app.id, app.slug];
});

const run = (line: string, { token } = account) =>
  runCli(line.split(" "), { env: { CLI_API_URL: FRONT.origin, CLI_TOKEN: token } });
const newBuild = async () => (await createBuild(db(), { tenantId: account.tenantId, appId, workerId })).id;
const report = (buildId: string, status: "IN_PROGRESS" | "COMPLETED" | "FAILED", errorLog?: string) =>
  sendReport(FRONT, { buildId, status, workerId, ...(errorLog && { errorLog }) });
const create = `builds create --platform android --app-version 2.4.0`;

describe("apps list", () => {
  it("prints names and IDs", async () => {
    const { code, stdout } = await run("apps list");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`Field Notes .*ANDROID, IOS .*${appId}`)),
    ]);
    expect(parseOutput(await run("apps list --json"), AppListOutput).apps).toMatchObject([{ id: appId }]);
    const { stderr } = await run("apps list", await createAccount());
    expect(stderr).toContain("No apps yet.");
  });
});

describe("builds create, cancel and retry", () => {
  it("queue a build, cancel it once, and queue it again", async () => {
    const source = "--git-ref release --git-commit 3f2c9d1a7b --commit-message Fix";
    const created = parseOutput(await run(`${create} --app ${appId} ${source} --json`), BuildViewOutput);
    expect(created).toMatchObject({ status: "QUEUED", gitRef: "release", gitCommit: "3f2c9d1a7b" });
    for (let time = 0; time < 2; time += 1) {
      const cancelled = await run(`builds cancel ${created.id}`);
      expect(cancelled).toMatchObject({ code: 0, stdout: expect.stringContaining("canceled") });
    }
    const retried = parseOutput(await run(`builds retry ${created.id} --json`), BuildViewOutput);
    expect(retried).toMatchObject({ status: "QUEUED", retryOf: created.id, gitRef: "release" });
    const again = await run(`builds retry ${created.id} --json`);
    expect(again.code).toBe(1);
    expect(parseOutput(again, ErrorOutput).error.code).toBe("INVALID_TRANSITION");
  });

  it("find an app by its slug, in the token's workspace only", async () => {
    const created = parseOutput(await run(`${create} --app ${appSlug} --json`), BuildViewOutput);
    const listed = await run(`builds list --app ${appSlug}`);
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining(created.id) });
    const elsewhere = await run(`builds list --app ${appSlug} --json`, await createAccount());
    expect(elsewhere.code).toBe(1);
    expect(parseOutput(elsewhere, ErrorOutput).error).toMatchObject({
      code: "NOT_FOUND",
      message: `The workspace has no app "${appSlug}".`,
    });
  });

  it.each([
    ["COMPLETED", 0],
    ["FAILED", 1],
  ] as const)("wait until the build is %s and exit with %i", async (status, code) => {
    const waiting = run(`${create} --app ${appId} --git-ref ${status} --wait`);
    const found = await expect
      .poll(() => db().select().from(builds).where(eq(builds.gitRef, status)))
      .toHaveLength(1)
      .then(() => db().select().from(builds).where(eq(builds.gitRef, status)));
    const buildId = found[0]?.id ?? "";
    await report(buildId, "IN_PROGRESS");
    await report(buildId, status, status === "FAILED" ? "error: signing key is missing" : undefined);
    const { code: exit, stdout } = await waiting;
    expect(exit).toBe(code);
    expect(stdout).toContain(status);
    if (status === "FAILED") expect(stdout).toMatch(/Reason +error: signing key is missing/);
  });

  it("name what is missing or wrong", async () => {
    expect(await run("builds create")).toMatchObject({ code: 2, stderr: expect.stringContaining("--app") });
    expect(await run(`builds create --app ${appId} --app-version 1 --platform web`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("ANDROID, IOS"),
    });
    const reader = await createToken(account.ctx, ["BUILDS_READ"]);
    const denied = await run(`${create} --app ${appId} --json`, reader);
    expect(parseOutput(denied, ErrorOutput).error.code).toBe("PERMISSION_DENIED");
  });
});

describe("builds logs", () => {
  const append = (buildId: string, offset: number, text: string) =>
    sendAsWorker(FRONT, `POST /api/builds/${buildId}/log`, {
      json: { workerId, offset: String(offset), text },
    });

  it("prints the log so far, without the colors of the build", async () => {
    const buildId = await newBuild();
    const empty = await run(`builds logs ${buildId}`);
    expect(empty).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("No output yet.") });
    expect(empty.stderr).toContain(`cli builds logs ${buildId} --follow`);
    await report(buildId, "IN_PROGRESS");
    await append(buildId, 0, "\u001b[31mgröße\u001b[0m\nhalf a li");
    expect(await run(`builds logs ${buildId}`)).toMatchObject({ code: 0, stdout: "größe\nhalf a li\n" });
    const { log, open } = parseOutput(await run(`builds logs ${buildId} --json`), BuildLogsOutput);
    expect([log, open]).toEqual(["\u001b[31mgröße\u001b[0m\nhalf a li", true]);
  });

  it("follows the log line by line until it is closed, and exits as the build", async () => {
    const buildId = await newBuild();
    await report(buildId, "IN_PROGRESS");
    await append(buildId, 0, "one\ntw");
    const following = run(`builds logs ${buildId} --follow`);
    await append(buildId, 6, "o\nthree");
    await report(buildId, "FAILED", "error: no space left");
    await db()
      .update(builds)
      .set({ finishedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(builds.id, buildId));
    const { code, stdout, stderr } = await following;
    expect([code, stdout]).toEqual([1, "one\ntwo\nthree\nerror: no space left\n"]);
    expect(stderr).toContain("FAILED: error: no space left");
  });

  it("is not for other tenants", async () => {
    const buildId = await newBuild();
    const other = await createAccount();
    const refused = await run(`builds logs ${buildId} --json`, other);
    expect(refused.code).toBe(1);
    expect(parseOutput(refused, ErrorOutput).error.code).toBe("NOT_FOUND");
  });
});
