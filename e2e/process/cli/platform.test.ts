import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  BuildListDocument,
  BuildWatchDocument,
  DryRunDocument,
  FailureDocument,
  ListingDocument,
  PublishDocument,
  WhoamiDocument,
} from "../../../cli/documents.ts";
import { ensureCliBundle } from "../../../server/bundle-cli.ts";
import { documentIn, expectAdvice, type RunOptions, runCli } from "./run-cli.ts";
import { APP, BUILD, LISTING, type StandInApi, startStandInApi, TOKEN } from "./stand-in-api.ts";

let folder: string;
let api: StandInApi;

beforeAll(async () => {
  await ensureCliBundle();
  folder = mkdtempSync(join(tmpdir(), "drydock-cli-"));
  await runCli(["plugin", "create", "offline-notes", "--type", "app"], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  api = await startStandInApi();
});
afterEach(() => api.close());

const run = (line: string, options: RunOptions = {}) =>
  runCli(line.split(" "), {
    cwd: join(folder, "offline-notes"),
    ...options,
    env: { CLI_API_URL: api.url, CLI_TOKEN: TOKEN, ...options.env },
  });
const pathsSeen = () => api.seen.map(({ method, path }) => `${method} ${path}`);

describe("cli plugin publish", () => {
  test("registers, uploads, hands in and says where it stands, never that it is out", async () => {
    const ran = await run("plugin publish");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/PENDING_APPROVAL/);
    expect(ran.stdout).toMatch(/Queue +4 of 9/);
    expect(ran.stdout).toMatch(/Usual wait +about 6 hours; nine in ten within 1 day/);
    expect(ran.stdout).toContain(`${api.url}/builder/acme/listings/${LISTING}`);
    expect(ran.stdout + ran.stderr).not.toMatch(/published/i);
    expect(pathsSeen()).toEqual([
      "GET /api/me",
      "POST /api/marketplace/entities",
      expect.stringMatching(/^PUT \/api\/marketplace\/archives\/[0-9a-f]{64}$/),
      "POST /api/marketplace/publish",
    ]);
  });

  test("options come before the environment, and an address may have a path and a slash at its end", async () => {
    const below = await startStandInApi("/tools/drydock");
    const ran = await run(`plugin publish --json --api-url ${below.url}/ --token ${TOKEN}`);
    expect(documentIn(ran, PublishDocument)).toMatchObject({
      id: LISTING,
      status: "PENDING_APPROVAL",
      replayed: false,
    });
    expect(api.seen).toEqual([]);
    await below.close();
  });

  test("sends the section of the changelog that belongs to the version", async () => {
    expect(documentIn(await run("plugin publish --json"), PublishDocument).changelog).toBe("- First version");
  });

  test.each([
    [
      "a refusal for now",
      { status: 503, headers: { "Retry-After": "1" }, body: { code: "UNAVAILABLE", detail: "Away." } },
    ],
    [
      "too many requests",
      { status: 429, headers: { "Retry-After": "0" }, body: { code: "RATE_LIMITED", detail: "Later." } },
    ],
    ["a cut connection", "cut"],
  ] as const)("tries again after %s on every step", async (_, trouble) => {
    for (const step of [/^GET .*me$/, /^POST .*entities$/, /^PUT/, /publish$/])
      api.trouble(step, trouble, trouble);
    const ran = await run("plugin publish --json");
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("trying again") });
    documentIn(ran, PublishDocument);
    expect(api.published.size).toBe(1);
  });

  test("repeats an upload that was cut in the middle", async () => {
    api.trouble(/^PUT/, "cut within the body", "cut within the body");
    expect(await run("plugin publish")).toMatchObject({ code: 0 });
  });

  test("an answer that got lost never makes a second listing, in this run or the next", async () => {
    api.trouble(/publish$/, "cut after the work");
    const first = await run("plugin publish --json");
    expect(documentIn(first, PublishDocument).replayed).toBe(true);
    const second = await run("plugin publish --json");
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining("nothing new was") });
    expect(api.published.size).toBe(1);
  });

  test("gives up after a while and says how to go on", async () => {
    api.trouble(/me$/, "cut", "cut", "cut", "cut", "cut");
    const ran = await run("plugin publish");
    expect(ran.code).toBe(1);
    expectAdvice(ran);
  });

  test.each([
    ["VERSION_EXISTS", 409, /Raise "version"/],
    ["SLUG_TAKEN", 409, /another "slug"/],
    ["ARCHIVE_REJECTED", 422, /Correct what is listed/],
    ["SOMETHING_NEW", 418, /docs\/errors/],
    ["INTERNAL", 500, /request id/],
  ])("explains %s", async (code, status, advice) => {
    const errors = [{ path: "plugin.json", message: "is not there" }];
    api.trouble(/publish$/, { status, body: { code, detail: "It is so.", requestId: "request-1", errors } });
    const ran = await run("plugin publish --json");
    expect(ran.code).toBe(1);
    const { error } = documentIn(ran, FailureDocument);
    expect(error).toEqual({
      code,
      message: "It is so.",
      hint: expect.stringMatching(advice),
      status,
      requestId: "request-1",
      errors,
    });
    expectAdvice(ran);
  });

  test("stops before anything is sent when the token does not permit it", async () => {
    api.trouble(/me$/, {
      status: 200,
      body: { user: { email: "a@b" }, tenant: { slug: "acme" }, permissions: [] },
    });
    const ran = await run("plugin publish");
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("/builder/acme/settings/tokens") });
    expect(pathsSeen()).toEqual(["GET /api/me"]);
  });

  test("a dry run asks and changes nothing", async () => {
    const ran = await run("plugin publish --dry-run --json");
    expect(documentIn(ran, DryRunDocument)).toMatchObject({
      dryRun: true,
      plugin: { slug: "offline-notes" },
    });
    expect(api.published.size === 0 || pathsSeen().every((path) => !path.startsWith("PUT"))).toBe(true);
    expect(
      pathsSeen()
        .filter((path) => path.startsWith("POST"))
        .every((path) => path.endsWith("?dryRun=true")),
    ).toBe(true);
  });
});

describe("--wait", () => {
  test.each([
    ["APPROVED", 0],
    ["REJECTED", 3],
    ["WITHDRAWN", 1],
  ])("ends with the decision %s as %i", async (state, code) => {
    api.listingStates.splice(0, 1, "PENDING_APPROVAL", state);
    const ran = await run("plugin publish --wait --timeout 1m --json");
    expect(documentIn(ran, PublishDocument).status).toBe(state);
    expect(ran.code).toBe(code);
  });

  test("ends with 4 when the time is up, and does not call it out", async () => {
    const ran = await run("plugin publish --wait --timeout 1s");
    expect(ran).toMatchObject({ code: 4, stdout: expect.stringContaining("PENDING_APPROVAL") });
    expect(ran.stdout + ran.stderr).not.toMatch(/published/i);
  });

  test("shows reason and comment of a rejection", async () => {
    api.listingStates.splice(0, 1, "REJECTED");
    const ran = await run(`listing status ${LISTING} --wait`);
    expect(ran.code).toBe(3);
    expect(ran.stdout).toMatch(/Reason +QUALITY\nComment +Please say what it stores\./);
  });

  test("waits for a platform that is away meanwhile", async () => {
    api.listingStates.splice(0, 1, "PENDING_APPROVAL", "APPROVED");
    // As often as one request is tried: it gives up, the waiting does not.
    api.trouble(/listings/, "cut", "cut", "cut", "cut", "cut");
    expect(await run("plugin publish --wait --timeout 2m")).toMatchObject({ code: 0 });
  });

  test("can be interrupted, and says how to look again", async () => {
    const ran = await run("plugin publish --wait", {
      interruptAt: "Waiting up to",
    });
    expect(ran).toMatchObject({
      code: 130,
      stderr: expect.stringContaining(`cli listing status ${LISTING} --wait`),
    });
  });
});

describe("listings", () => {
  test("status shows a listing without judging it", async () => {
    api.listingStates.splice(0, 1, "REJECTED");
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
    api.trouble(/withdraw$/, {
      status: 409,
      body: { code: "INVALID_TRANSITION", detail: "It is withdrawn." },
    });
    api.listingStates.splice(0, 1, "WITHDRAWN");
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
    api.buildStates.splice(0, 1, "QUEUED", "IN_PROGRESS", state);
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

  test("watch ends with 4 when the time is up", async () => {
    api.buildStates.splice(0, 1, "IN_PROGRESS");
    expect(await run(`builds watch ${BUILD} --timeout 1s`)).toMatchObject({ code: 4 });
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
    api.trouble(/me$/, trouble);
    const ran = await run("whoami --json");
    expect(ran.code).toBe(1);
    expect(documentIn(ran, FailureDocument).error).toMatchObject({
      code,
      hint: expect.stringContaining("--api-url"),
    });
  });

  test("does not answer at all", async () => {
    await api.close();
    const ran = await run("whoami");
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("CLI_API_URL") });
  });
});

test("cli whoami shows user, tenant and permissions, and never the token", async () => {
  const ran = await run("whoami");
  expect(ran.code).toBe(0);
  expect(ran.stdout).toMatch(/dev@acme\.test[\s\S]*Acme Studio[\s\S]*MARKETPLACE_PUBLISH, BUILDS_READ/);
  expect(ran.stdout + ran.stderr).not.toContain(TOKEN);
  expect(documentIn(await run("whoami --json"), WhoamiDocument).apiUrl).toBe(api.url);
});
