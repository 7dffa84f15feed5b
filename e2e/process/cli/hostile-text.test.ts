import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BuildDocument, FailureDocument } from "../../../cli/documents.ts";
import { setUpCliStage } from "./cli-stage.ts";
import { documentIn, type Ran, runCli } from "./run-cli.ts";
import { BUILD, LISTING } from "./stand-in-api.ts";

const stage = setUpCliStage();
const { run } = stage;

const HOSTILE = "\u001b[31merror\u001b]0;pwn\u0007\u001b[2J\u009b1A\u202e";

const ESC = "\u001b";
const OWN_LOOK = new RegExp(`${ESC}\\[(?:1|2|22|31|32|33|36|39)m`, "g");

/** Nothing in it can act on a terminal, beside the colours and styles that the program uses. */
function expectHarmless({ stdout, stderr }: Ran): void {
  const others = (stdout + stderr).replaceAll(OWN_LOOK, "");
  expect(others).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
}

describe("what others wrote cannot act on the terminal", () => {
  const trouble = (status: number, body: object) => ({ status, body });

  test.each([{}, { FORCE_COLOR: "1" }])("the log of a build, with %j", async (env) => {
    const errorLog = `1\n${HOSTILE}\nno key`;
    const build = { id: BUILD, number: 7, platform: "IOS", version: "1.0.0", status: "FAILED", errorLog };
    stage.api.trouble(/builds/, trouble(200, build));
    const ran = await run(`builds watch ${BUILD}`, { env });
    expectHarmless(ran);
    expect(ran.stdout).toContain("no key");
    expect(ran.stdout).not.toContain("pwn");
  });

  test("the words of a refusal", async () => {
    const errors = [{ path: `a${HOSTILE}\n✓`, message: HOSTILE }];
    const body = { code: "ARCHIVE_REJECTED", detail: `No${HOSTILE}\n✓ Handed in`, errors };
    stage.api.trouble(/me$/, trouble(422, body), trouble(422, body));
    const ran = await run("plugin publish", { env: { FORCE_COLOR: "1" } });
    expectHarmless(ran);
    expect(ran.stderr).not.toMatch(/^✓ Handed in/m);
    const asJson = await run("plugin publish --json");
    expectHarmless(asJson);
    expect(documentIn(asJson, FailureDocument).error).toMatchObject({ message: body.detail, errors });
  });

  test("a comment of the moderators", async () => {
    stage.api.trouble(
      /listings\/[^/]+$/,
      trouble(200, {
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
    expectHarmless(ran);
    expect(ran.stdout).not.toMatch(/^State +APPROVED/m);
  });
});

describe("names of files", () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "drydock-cli-"));
    await runCli(["plugin", "create", "offline-notes", "--type", "app"], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const build = (...args: string[]) =>
    runCli(["plugin", "build", ...args], { cwd: join(folder, "offline-notes") });

  test("that turn text around are packed and shown as what they are", async () => {
    writeFileSync(join(folder, "offline-notes/src/\u202efdp.ts"), "");
    const ran = await build();
    expectHarmless(ran);
    expect(ran.stdout).toContain("src/\\u202efdp.ts");
    const asJson = await build("--json");
    expectHarmless(asJson);
    expect(documentIn(asJson, BuildDocument).files.map(({ path }) => path)).toContain("src/\u202efdp.ts");
  });

  test("that hold controls, or are not UTF-8, are named and refused", async () => {
    const source = join(folder, "offline-notes", "src");
    writeFileSync(join(source, "a\n✓ b\u001b[2J.ts"), "");
    writeFileSync(Buffer.concat([Buffer.from(`${source}/caf`), Buffer.from([0xe9]), Buffer.from(".ts")]), "");
    mkdirSync(Buffer.concat([Buffer.from(`${source}/f`), Buffer.from([0xff])]));
    const ran = await build();
    expectHarmless(ran);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/^ {2}src\/a\\n✓ b\\x1b\[2J\.ts +as a path must not contain control/m);
    expect(ran.stderr).toMatch(/^ {2}src\/caf\ufffd\.ts +has a name that is not UTF-8/m);
    expect(ran.stderr).toMatch(/^ {2}src\/f\ufffd +has a name that is not UTF-8/m);
  });
});
