import { describe, expect, test } from "vitest";
import {
  BuildListOutput,
  BuildWatchOutput,
  ErrorOutput,
  ListingOutput,
  PublishOutput,
  WhoamiOutput,
} from "@/cli/output/schemas.ts";
import { APP, BUILD, LISTING, TOKEN } from "./mock-api.ts";
import { parseOutput } from "./run-cli.ts";
import { setUpCli } from "./set-up-cli.ts";

const cli = setUpCli();
const { run, runProgram, listRequests } = cli;

describe("--wait", () => {
  test.each([
    ["APPROVED", 0],
    ["REJECTED", 3],
    ["WITHDRAWN", 1],
  ])("after the decision %s the exit code is %i", async (state, code) => {
    cli.api.listingStates.splice(0, 1, "PENDING_APPROVAL", state);
    const ran = await run("plugin publish --wait --timeout 1m --json");
    expect(parseOutput(ran, PublishOutput).status).toBe(state);
    expect(ran.code).toBe(code);
  });

  test("exits with 4 after the timeout and does not claim success", async () => {
    const ran = await run("plugin publish --wait --timeout 1s");
    expect(ran).toMatchObject({ code: 4, stdout: expect.stringContaining("PENDING_APPROVAL") });
    expect(ran.stdout + ran.stderr).not.toMatch(/published/i);
  });

  test.each(["plugin publish --wait", `listing status ${LISTING} --wait`])(
    "prints the reason of a rejection and what to do: %s",
    async (line) => {
      cli.api.listingStates.splice(0, 1, "PENDING_APPROVAL", "REJECTED");
      const ran = await run(line);
      expect(ran.code).toBe(3);
      expect(ran.stdout).toMatch(
        /Reason +Quality \(QUALITY\)\nComment +Please say what it stores\.\nFix +Say what it stores\./,
      );
    },
  );

  test("survives an outage of the platform", async () => {
    cli.api.listingStates.splice(0, 1, "PENDING_APPROVAL", "APPROVED");
    // All attempts of one request.
    cli.api.injectFaults(/listings/, "reset", "reset", "reset", "reset", "reset");
    expect(await run("plugin publish --wait --timeout 2m")).toMatchObject({ code: 0 });
  });

  test("prints how to continue after Ctrl-C", async () => {
    const ran = await runProgram("plugin publish --wait --json", { interruptAt: "Waiting up to" });
    expect(ran).toMatchObject({
      code: 130,
      stderr: expect.stringContaining(`cli listing status ${LISTING} --wait`),
    });
    expect(parseOutput(ran, ErrorOutput).error.code).toBe("INTERRUPTED");
  });
});

describe("listings", () => {
  test("status exits with 0 for a rejected listing", async () => {
    cli.api.listingStates.splice(0, 1, "REJECTED");
    const ran = await run(`listing status ${LISTING} --json`);
    expect(ran.code).toBe(0);
    expect(parseOutput(ran, ListingOutput).status).toBe("REJECTED");
  });

  test("withdraw prints the new status", async () => {
    const ran = await run(`listing withdraw ${LISTING}`);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("WITHDRAWN") });
    expect(parseOutput(await run(`listing withdraw ${LISTING} --json`), ListingOutput).status).toBe(
      "WITHDRAWN",
    );
  });

  test("withdraw is idempotent", async () => {
    cli.api.injectFaults(/withdraw$/, {
      status: 409,
      body: { code: "INVALID_TRANSITION", detail: "It is withdrawn." },
    });
    cli.api.listingStates.splice(0, 1, "WITHDRAWN");
    expect(await run(`listing withdraw ${LISTING}`)).toMatchObject({ code: 0 });
  });
});

describe("builds", () => {
  test("list sends its filters and prints a table", async () => {
    const ran = await run(
      `builds list --app ${APP} --status failed --status in-progress --platform ios --limit 5`,
    );
    expect(listRequests()).toEqual([
      `GET /api/apps/${APP}/builds?limit=5&status=FAILED&status=IN_PROGRESS&platform=IOS`,
    ]);
    expect(ran.stdout.split("\n")[0]).toMatch(/^ *# +Platform +Version +Status/);
    expect(ran.stdout).toMatch(
      new RegExp(`^128 +ANDROID +2\\.4\\.0 +COMPLETED +4m 12s +48\\.2 MB .* ${BUILD}$`, "m"),
    );
    parseOutput(await run(`builds list --app ${APP} --json`), BuildListOutput);
  });

  test.each([
    ["COMPLETED", 0],
    ["FAILED", 1],
  ])("watch polls a build until it is %s and exits with %i", async (state, code) => {
    cli.api.buildStates.splice(0, 1, "QUEUED", "IN_PROGRESS", state);
    const ran = await run(`builds watch ${BUILD}`);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toMatch(/QUEUED[\s\S]*IN_PROGRESS/);
    expect(ran.stdout).toContain(state);
    expect(ran.stdout.includes("signing key is missing")).toBe(state === "FAILED");
  });

  test("watch prints the build as JSON", async () => {
    expect(parseOutput(await run(`builds watch ${BUILD} --json`), BuildWatchOutput).status).toBe("COMPLETED");
  });

  test("watch prints how to continue after Ctrl-C", async () => {
    cli.api.buildStates.splice(0, 1, "QUEUED");
    const ran = await runProgram(`builds watch ${BUILD}`, { interruptAt: "QUEUED" });
    expect(ran).toMatchObject({ code: 130, stderr: expect.stringContaining(`cli builds watch ${BUILD}`) });
  });

  test("watch exits with 4 after the timeout", async () => {
    cli.api.buildStates.splice(0, 1, "IN_PROGRESS");
    // With the real clock and delays.
    expect(await runProgram(`builds watch ${BUILD} --timeout 1s`)).toMatchObject({ code: 4 });
  });
});

describe("an address of another server", () => {
  test.each([
    ["a page", { status: 404, text: "<!doctype html>" }, "NOT_THE_API"],
    ["a page that is fine", { status: 200, text: "<!doctype html>" }, "NOT_THE_API"],
    [
      "another address",
      { status: 308, headers: { Location: "https://example.com/" }, text: "" },
      "REDIRECTED",
    ],
  ])("responds with %s", async (_, fault, code) => {
    cli.api.injectFaults(/me$/, fault);
    const ran = await run("whoami --json");
    expect(ran.code).toBe(1);
    expect(parseOutput(ran, ErrorOutput).error).toMatchObject({
      code,
      hint: expect.stringContaining("--api-url"),
    });
  });

  test("speaks no TLS", async () => {
    const ran = await run("whoami", { env: { CLI_API_URL: cli.api.url.replace("http:", "https:") } });
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(`Try ${cli.api.url} `) });
  });

  test("does not accept connections", async () => {
    await cli.api.close();
    const ran = await run("whoami");
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("CLI_API_URL") });
  });
});

test("cli whoami prints user, tenant and permissions, but not the token", async () => {
  const ran = await run("whoami");
  expect(ran.code).toBe(0);
  expect(ran.stdout).toMatch(/dev@acme\.test[\s\S]*Acme Studio[\s\S]*MARKETPLACE_PUBLISH, BUILDS_READ/);
  expect(ran.stdout + ran.stderr).not.toContain(TOKEN);
  expect(parseOutput(await run("whoami --json"), WhoamiOutput).apiUrl).toBe(cli.api.url);
});
