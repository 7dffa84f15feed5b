import { describe, expect, test } from "vitest";
import {
  BuildListDocument,
  BuildWatchDocument,
  FailureDocument,
  ListingDocument,
  PublishDocument,
  WhoamiDocument,
} from "../../../cli/documents.ts";
import { setUpCliStage } from "./cli-stage.ts";
import { documentIn } from "./run-cli.ts";
import { APP, BUILD, LISTING, TOKEN } from "./stand-in-api.ts";

const stage = setUpCliStage();
const { run, runProgram, pathsSeen } = stage;

describe("--wait", () => {
  test.each([
    ["APPROVED", 0],
    ["REJECTED", 3],
    ["WITHDRAWN", 1],
  ])("ends with the decision %s as %i", async (state, code) => {
    stage.api.listingStates.splice(0, 1, "PENDING_APPROVAL", state);
    const ran = await run("plugin publish --wait --timeout 1m --json");
    expect(documentIn(ran, PublishDocument).status).toBe(state);
    expect(ran.code).toBe(code);
  });

  test("ends with 4 when the time is up, and does not call it out", async () => {
    const ran = await run("plugin publish --wait --timeout 1s");
    expect(ran).toMatchObject({ code: 4, stdout: expect.stringContaining("PENDING_APPROVAL") });
    expect(ran.stdout + ran.stderr).not.toMatch(/published/i);
  });

  test.each(["plugin publish --wait", `listing status ${LISTING} --wait`])(
    "shows why it was rejected, and what to do: %s",
    async (line) => {
      stage.api.listingStates.splice(0, 1, "PENDING_APPROVAL", "REJECTED");
      const ran = await run(line);
      expect(ran.code).toBe(3);
      expect(ran.stdout).toMatch(
        /Reason +Quality \(QUALITY\)\nComment +Please say what it stores\.\nTo fix it +Say what it stores\./,
      );
    },
  );

  test("waits for a platform that is away meanwhile", async () => {
    stage.api.listingStates.splice(0, 1, "PENDING_APPROVAL", "APPROVED");
    // As often as one request is tried: it gives up, the waiting does not.
    stage.api.trouble(/listings/, "cut", "cut", "cut", "cut", "cut");
    expect(await run("plugin publish --wait --timeout 2m")).toMatchObject({ code: 0 });
  });

  test("can be interrupted, and says how to look again", async () => {
    const ran = await runProgram("plugin publish --wait --json", { interruptAt: "Waiting up to" });
    expect(ran).toMatchObject({
      code: 130,
      stderr: expect.stringContaining(`cli listing status ${LISTING} --wait`),
    });
    expect(documentIn(ran, FailureDocument).error.code).toBe("INTERRUPTED");
  });
});

describe("listings", () => {
  test("status shows a listing without judging it", async () => {
    stage.api.listingStates.splice(0, 1, "REJECTED");
    const ran = await run(`listing status ${LISTING} --json`);
    expect(ran.code).toBe(0);
    expect(documentIn(ran, ListingDocument).status).toBe("REJECTED");
  });

  test("withdraw tells the state that followed", async () => {
    const ran = await run(`listing withdraw ${LISTING}`);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("WITHDRAWN") });
    expect(documentIn(await run(`listing withdraw ${LISTING} --json`), ListingDocument).status).toBe(
      "WITHDRAWN",
    );
  });

  test("withdraw knows a listing that an earlier try withdrew", async () => {
    stage.api.trouble(/withdraw$/, {
      status: 409,
      body: { code: "INVALID_TRANSITION", detail: "It is withdrawn." },
    });
    stage.api.listingStates.splice(0, 1, "WITHDRAWN");
    expect(await run(`listing withdraw ${LISTING}`)).toMatchObject({ code: 0 });
  });
});

describe("builds", () => {
  test("list asks for what was asked for, and shows a table", async () => {
    const ran = await run(
      `builds list --app ${APP} --status failed --status in-progress --platform ios --limit 5`,
    );
    expect(pathsSeen()).toEqual([
      `GET /api/apps/${APP}/builds?limit=5&status=FAILED&status=IN_PROGRESS&platform=IOS`,
    ]);
    expect(ran.stdout.split("\n")[0]).toMatch(/^ No +Platform +Version +State/);
    expect(ran.stdout).toMatch(
      new RegExp(`^128 +ANDROID +2\\.4\\.0 +COMPLETED +4 m 12 s +48\\.2 MB .* ${BUILD}$`, "m"),
    );
    documentIn(await run(`builds list --app ${APP} --json`), BuildListDocument);
  });

  test.each([
    ["COMPLETED", 0],
    ["FAILED", 1],
  ])("watch follows a build until it is %s and ends with %i", async (state, code) => {
    stage.api.buildStates.splice(0, 1, "QUEUED", "IN_PROGRESS", state);
    const ran = await run(`builds watch ${BUILD}`);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toMatch(/QUEUED[\s\S]*IN_PROGRESS/);
    expect(ran.stdout).toContain(state);
    expect(ran.stdout.includes("signing key is missing")).toBe(state === "FAILED");
  });

  test("watch prints the build as one document", async () => {
    expect(documentIn(await run(`builds watch ${BUILD} --json`), BuildWatchDocument).status).toBe(
      "COMPLETED",
    );
  });

  test("watch can be interrupted, and says that the build goes on", async () => {
    stage.api.buildStates.splice(0, 1, "QUEUED");
    const ran = await runProgram(`builds watch ${BUILD}`, { interruptAt: "QUEUED" });
    expect(ran).toMatchObject({ code: 130, stderr: expect.stringContaining(`cli builds watch ${BUILD}`) });
  });

  test("watch ends with 4 when the time is up", async () => {
    stage.api.buildStates.splice(0, 1, "IN_PROGRESS");
    // Once with the real clock and the real pauses.
    expect(await runProgram(`builds watch ${BUILD} --timeout 1s`)).toMatchObject({ code: 4 });
  });
});

describe("an address that is not the platform's", () => {
  test.each([
    ["a page", { status: 404, text: "<!doctype html>" }, "NOT_THE_API"],
    ["a page that is fine", { status: 200, text: "<!doctype html>" }, "NOT_THE_API"],
    [
      "another address",
      { status: 308, headers: { Location: "https://example.com/" }, text: "" },
      "REDIRECTED",
    ],
  ])("answers with %s", async (_, trouble, code) => {
    stage.api.trouble(/me$/, trouble);
    const ran = await run("whoami --json");
    expect(ran.code).toBe(1);
    expect(documentIn(ran, FailureDocument).error).toMatchObject({
      code,
      hint: expect.stringContaining("--api-url"),
    });
  });

  test("speaks no https", async () => {
    const ran = await run("whoami", { env: { CLI_API_URL: stage.api.url.replace("http:", "https:") } });
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(`Try ${stage.api.url} `) });
  });

  test("does not answer at all", async () => {
    await stage.api.close();
    const ran = await run("whoami");
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("CLI_API_URL") });
  });
});

test("cli whoami shows user, tenant and permissions, and never the token", async () => {
  const ran = await run("whoami");
  expect(ran.code).toBe(0);
  expect(ran.stdout).toMatch(/dev@acme\.test[\s\S]*Acme Studio[\s\S]*MARKETPLACE_PUBLISH, BUILDS_READ/);
  expect(ran.stdout + ran.stderr).not.toContain(TOKEN);
  expect(documentIn(await run("whoami --json"), WhoamiDocument).apiUrl).toBe(stage.api.url);
});
