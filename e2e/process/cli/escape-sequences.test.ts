import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BuildOutput, ErrorOutput } from "@/cli/output/schemas.ts";
import { BUILD, LISTING } from "./mock-api.ts";
import { type CliResult, parseOutput, runCli } from "./run-cli.ts";
import { setUpCli } from "./set-up-cli.ts";

const cli = setUpCli();
const { run } = cli;

const HOSTILE = "\u001b[31merror\u001b]0;pwn\u0007\u001b[2J\u009b1A\u202e";

const ESC = "\u001b";
const OWN_STYLES = new RegExp(`${ESC}\\[(?:1|2|22|31|32|33|36|39)m`, "g");

/** Expects no control characters but the line breaks, tabs and styles of the program. */
function expectSanitized({ stdout, stderr }: CliResult): void {
  const rest = (stdout + stderr).replaceAll(OWN_STYLES, "");
  expect(rest).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
}

describe("escapes control characters from outside", () => {
  const response = (status: number, body: object) => ({ status, body });

  test.each([{}, { FORCE_COLOR: "1" }])("in the log of a build, with %j", async (env) => {
    const errorLog = `1\n${HOSTILE}\nno key`;
    const build = { id: BUILD, number: 7, platform: "IOS", version: "1.0.0", status: "FAILED", errorLog };
    cli.api.injectFaults(/builds/, response(200, build));
    const ran = await run(`builds watch ${BUILD}`, { env });
    expectSanitized(ran);
    expect(ran.stdout).toContain("no key");
    expect(ran.stdout).not.toContain("pwn");
  });

  test("in an API error", async () => {
    const errors = [{ path: `a${HOSTILE}\n✓`, message: HOSTILE }];
    const body = { code: "ARCHIVE_REJECTED", detail: `No${HOSTILE}\n✓ Submitted`, errors };
    cli.api.injectFaults(/me$/, response(422, body), response(422, body));
    const ran = await run("plugin publish", { env: { FORCE_COLOR: "1" } });
    expectSanitized(ran);
    expect(ran.stderr).not.toMatch(/^✓ Submitted/m);
    const asJson = await run("plugin publish --json");
    expectSanitized(asJson);
    expect(parseOutput(asJson, ErrorOutput).error).toMatchObject({ message: body.detail, errors });
  });

  test("in a comment of the moderators", async () => {
    cli.api.injectFaults(
      /listings\/[^/]+$/,
      response(200, {
        ...{
          id: LISTING,
          name: HOSTILE,
          slug: "a",
          version: "1.0.0",
          type: "APP_PLUGIN",
          status: "REJECTED",
        },
        decision: { action: "REJECTED", reason: "QUALITY", comment: `No.\nState  APPROVED${HOSTILE}` },
        review: null,
      }),
    );
    const ran = await run(`listing status ${LISTING}`);
    expectSanitized(ran);
    expect(ran.stdout).not.toMatch(/^State +APPROVED/m);
  });
});

describe("file names", () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "drydock-cli-"));
    await runCli(["plugin", "create", "offline-notes", "--type", "app"], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const build = (...args: string[]) =>
    runCli(["plugin", "build", ...args], { cwd: join(folder, "offline-notes") });

  test("with bidirectional overrides are packed and printed escaped", async () => {
    writeFileSync(join(folder, "offline-notes/src/\u202efdp.ts"), "");
    const ran = await build();
    expectSanitized(ran);
    expect(ran.stdout).toContain("src/\\u202efdp.ts");
    const asJson = await build("--json");
    expectSanitized(asJson);
    expect(parseOutput(asJson, BuildOutput).files.map(({ path }) => path)).toContain("src/\u202efdp.ts");
  });

  test("with control characters or without UTF-8 are rejected", async () => {
    const source = join(folder, "offline-notes", "src");
    writeFileSync(join(source, "a\n✓ b\u001b[2J.ts"), "");
    writeFileSync(Buffer.concat([Buffer.from(`${source}/caf`), Buffer.from([0xe9]), Buffer.from(".ts")]), "");
    mkdirSync(Buffer.concat([Buffer.from(`${source}/f`), Buffer.from([0xff])]));
    const ran = await build();
    expectSanitized(ran);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/^ {2}src\/a\\n✓ b\\x1b\[2J\.ts +invalid path: must not contain control/m);
    expect(ran.stderr).toMatch(/^ {2}src\/caf\ufffd\.ts +has a name that is not UTF-8/m);
    expect(ran.stderr).toMatch(/^ {2}src\/f\ufffd +has a name that is not UTF-8/m);
  });
});
