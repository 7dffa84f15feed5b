import { describe, expect, test } from "vitest";
import { DryRunDocument, FailureDocument, PublishDocument } from "../../../cli/documents.ts";
import { setUpCliStage } from "./cli-stage.ts";
import { documentIn, expectAdvice } from "./run-cli.ts";
import { LISTING, startStandInApi, TOKEN } from "./stand-in-api.ts";

const stage = setUpCliStage();
const { run, runProgram, pathsSeen } = stage;

describe("cli plugin publish", () => {
  test("registers, uploads, hands in and says where it stands, never that it is out", async () => {
    const ran = await run("plugin publish");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/PENDING_APPROVAL/);
    expect(ran.stdout).toMatch(/Queue +4 of 9/);
    expect(ran.stdout).toMatch(/Usual wait +about 6 hours; nine in ten within 1 day/);
    expect(ran.stdout).toContain(`${stage.api.url}/builder/acme/listings/${LISTING}`);
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
    expect(stage.api.seen).toEqual([]);
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
      stage.api.trouble(step, trouble, trouble);
    const ran = await run("plugin publish --json");
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("trying again") });
    documentIn(ran, PublishDocument);
    expect(stage.api.published.size).toBe(1);
  });

  test("repeats an upload that was cut in the middle", async () => {
    stage.api.trouble(/^PUT/, "cut within the body", "cut within the body");
    expect(await runProgram("plugin publish")).toMatchObject({ code: 0 });
  });

  test("an answer that got lost never makes a second listing, in this run or the next", async () => {
    stage.api.trouble(/publish$/, "cut after the work");
    const first = await run("plugin publish --json");
    expect(documentIn(first, PublishDocument).replayed).toBe(true);
    const second = await run("plugin publish --json");
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining("nothing new was") });
    expect(stage.api.published.size).toBe(1);
  });

  test("gives up after a while and says how to go on", async () => {
    stage.api.trouble(/me$/, "cut", "cut", "cut", "cut", "cut");
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
    stage.api.trouble(/publish$/, {
      status,
      body: { code, detail: "It is so.", requestId: "request-1", errors },
    });
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

  test.each([
    [/^PUT/, "was not handed in"],
    [/publish$/, "may wait for approval already"],
  ])("interrupted at %s says where it stopped and how to go on", async (step, where) => {
    stage.api.trouble(step, "silence");
    const ran = await runProgram("plugin publish --json", {
      interruptAt: step.test("PUT") ? "Registered" : "Uploaded",
    });
    expect(ran.code).toBe(130);
    expectAdvice(ran);
    expect(documentIn(ran, FailureDocument).error).toMatchObject({
      code: "INTERRUPTED",
      message: expect.stringContaining(where),
      hint: expect.stringContaining("nothing is handed in twice"),
    });
  });

  test("stops before anything is sent when the token does not permit it", async () => {
    stage.api.trouble(/me$/, {
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
    const changing = pathsSeen().filter((path) => !path.startsWith("GET"));
    expect(changing.map((path) => path.replace(/[0-9a-f]{64}/, "{sha256}"))).toEqual([
      "POST /api/marketplace/entities?dryRun=true",
      "POST /api/marketplace/publish?dryRun=true",
      "PUT /api/marketplace/archives/{sha256}?dryRun=true",
    ]);
  });

  test("a dry run says what the platform finds in the archive", async () => {
    stage.api.trouble(/archives/, {
      status: 422,
      body: {
        code: "ARCHIVE_REJECTED",
        detail: "It asks for more.",
        errors: [{ path: "permissions", message: 'adds "network"' }],
      },
    });
    const ran = await run("plugin publish --dry-run");
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('adds "network"') });
  });
});
