import { describe, expect, test } from "vitest";
import { DryRunOutput, ErrorOutput, PublishOutput } from "@/cli/output/schemas.ts";
import { LISTING, startMockApi, TOKEN } from "./mock-api.ts";
import { expectHint, parseOutput } from "./run-cli.ts";
import { setUpCli } from "./set-up-cli.ts";

const cli = setUpCli();
const { run, runProgram, listRequests } = cli;

describe("cli plugin publish", () => {
  test("registers, uploads and submits a version and prints its status", async () => {
    const ran = await run("plugin publish");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/PENDING_APPROVAL/);
    expect(ran.stdout).toMatch(/Queue +4 of 9/);
    expect(ran.stdout).toMatch(/Typical wait +p50 6 hours, p90 1 day/);
    expect(ran.stdout).toContain(`${cli.api.url}/builder/acme/listings/${LISTING}`);
    expect(ran.stdout + ran.stderr).not.toMatch(/published/i);
    expect(listRequests()).toEqual([
      "GET /api/me",
      "POST /api/marketplace/entities",
      expect.stringMatching(/^PUT \/api\/marketplace\/archives\/[0-9a-f]{64}$/),
      "POST /api/marketplace/publish",
    ]);
  });

  test("options override the environment; a base URL may have a path and a trailing slash", async () => {
    const below = await startMockApi("/tools/drydock");
    const ran = await run(`plugin publish --json --api-url ${below.url}/ --token ${TOKEN}`);
    expect(parseOutput(ran, PublishOutput)).toMatchObject({
      id: LISTING,
      status: "PENDING_APPROVAL",
      replayed: false,
    });
    expect(cli.api.requests).toEqual([]);
    await below.close();
  });

  test("sends the changelog section of the version", async () => {
    expect(parseOutput(await run("plugin publish --json"), PublishOutput).changelog).toBe("- First version");
  });

  test.each([
    ["503", { status: 503, headers: { "Retry-After": "1" }, body: { code: "UNAVAILABLE", detail: "Away." } }],
    [
      "429",
      { status: 429, headers: { "Retry-After": "0" }, body: { code: "RATE_LIMITED", detail: "Later." } },
    ],
    ["a connection reset", "reset"],
  ] as const)("retries every step after %s", async (_, fault) => {
    for (const step of [/^GET .*me$/, /^POST .*entities$/, /^PUT/, /publish$/])
      cli.api.injectFaults(step, fault, fault);
    const ran = await run("plugin publish --json");
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("retrying") });
    parseOutput(ran, PublishOutput);
    expect(cli.api.published.size).toBe(1);
  });

  test("retries an upload after a reset during the body", async () => {
    cli.api.injectFaults(/^PUT/, "reset during body", "reset during body");
    expect(await runProgram("plugin publish")).toMatchObject({ code: 0 });
  });

  test("a lost response never creates a second listing, in this run or the next", async () => {
    cli.api.injectFaults(/publish$/, "reset before response");
    const first = await run("plugin publish --json");
    expect(parseOutput(first, PublishOutput).replayed).toBe(true);
    const second = await run("plugin publish --json");
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining("already submitted") });
    expect(cli.api.published.size).toBe(1);
  });

  test("stops after the last attempt and prints a hint", async () => {
    cli.api.injectFaults(/me$/, "reset", "reset", "reset", "reset", "reset");
    const ran = await run("plugin publish");
    expect(ran.code).toBe(1);
    expectHint(ran);
  });

  test.each([
    ["VERSION_EXISTS", 409, /Increase "version"/],
    ["SLUG_TAKEN", 409, /another "slug"/],
    ["ARCHIVE_REJECTED", 422, /Fix the listed problems/],
    ["SOMETHING_NEW", 418, /docs\/errors/],
    ["INTERNAL", 500, /request ID/],
  ])("explains %s", async (code, status, advice) => {
    const errors = [{ path: "plugin.json", message: "is not there" }];
    cli.api.injectFaults(/publish$/, {
      status,
      body: { code, detail: "It is so.", requestId: "request-1", errors },
    });
    const ran = await run("plugin publish --json");
    expect(ran.code).toBe(1);
    const { error } = parseOutput(ran, ErrorOutput);
    expect(error).toEqual({
      code,
      message: "It is so.",
      hint: expect.stringMatching(advice),
      status,
      requestId: "request-1",
      errors,
    });
    expectHint(ran);
  });

  test.each([
    [/^PUT/, "was not submitted"],
    [/publish$/, "may already be pending approval"],
  ])("interrupted at %s prints the state and how to resume", async (step, where) => {
    cli.api.injectFaults(step, "hang");
    const ran = await runProgram("plugin publish --json", {
      interruptAt: step.test("PUT") ? "Registered" : "Uploaded",
    });
    expect(ran.code).toBe(130);
    expectHint(ran);
    expect(parseOutput(ran, ErrorOutput).error).toMatchObject({
      code: "INTERRUPTED",
      message: expect.stringContaining(where),
      hint: expect.stringContaining("Run the command again to continue"),
    });
  });

  test("sends nothing without the permission", async () => {
    cli.api.injectFaults(/me$/, {
      status: 200,
      body: { user: { email: "a@b" }, tenant: { slug: "acme" }, permissions: [] },
    });
    const ran = await run("plugin publish");
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("/builder/acme/settings/tokens") });
    expect(listRequests()).toEqual(["GET /api/me"]);
  });

  test("a dry run changes nothing", async () => {
    const ran = await run("plugin publish --dry-run --json");
    expect(parseOutput(ran, DryRunOutput)).toMatchObject({
      dryRun: true,
      plugin: { slug: "offline-notes" },
    });
    const changing = listRequests().filter((path) => !path.startsWith("GET"));
    expect(changing.map((path) => path.replace(/[0-9a-f]{64}/, "{sha256}"))).toEqual([
      "POST /api/marketplace/entities?dryRun=true",
      "POST /api/marketplace/publish?dryRun=true",
      "PUT /api/marketplace/archives/{sha256}?dryRun=true",
    ]);
  });

  test("a dry run prints the errors of the archive", async () => {
    cli.api.injectFaults(/archives/, {
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
