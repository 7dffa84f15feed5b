import { beforeAll, describe, expect, test } from "vitest";
import { ErrorOutput } from "@/cli/output/schemas.ts";
import { ensureCliBundle } from "@/server/process/bundle-cli.ts";
import { expectHint, parseOutput, runCli, runProgram } from "./run-cli.ts";

beforeAll(() => ensureCliBundle());

const COMMANDS = [
  "plugin create",
  "plugin validate",
  "plugin build",
  "plugin publish",
  "whoami",
  "builds list",
  "builds watch",
  "listing status",
  "listing withdraw",
];

describe("help", () => {
  test.each(["", "plugin", "builds", "listing", ...COMMANDS])(
    "is printed on standard output by cli %s --help",
    async (command) => {
      const ran = await runCli([...command.split(" ").filter(Boolean), "--help"]);
      expect(ran).toMatchObject({
        code: 0,
        stderr: "",
        stdout: expect.stringContaining(`Usage: cli ${command}`.trim()),
      });
    },
  );

  test.each(COMMANDS)("cli %s takes --json", async (command) => {
    expect((await runCli([...command.split(" "), "--help"])).stdout).toContain("--json");
  });

  test("--version prints the version of the package", async () => {
    expect((await runProgram(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("usage errors exit with 2 and a hint", () => {
  test.each([
    "plugni",
    "plugin make",
    "plugin make --help",
    "nothing -h",
    "plugin create",
    "plugin create demo-plugin",
    "plugin create demo-plugin --type theme",
    "plugin create ../demo-plugin --type app",
    "plugin build nowhere-at-all",
    "plugin build . too-many",
    "plugin publish",
    "plugin publish --api-url http://127.0.0.1:9",
    "plugin publish --api-url ftp://x --token a.b.c",
    "plugin publish --wait --timeout soon",
    "plugin publish --wait --dry-run",
    "plugin publish --timeout 10m --api-url http://127.0.0.1:9 --token x",
    "whoami --loud",
    "builds list --api-url http://127.0.0.1:9 --token x",
    "builds list --app x --limit 0",
    "builds list --app x --limit 101",
    "builds list --app x --status DONE",
    "builds watch",
    "listing status",
  ])("cli %s", async (line) => {
    const ran = await runCli(line.split(" "));
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expectHint(ran);
    const asJson = await runCli([...line.split(" "), "--json"]);
    expect(asJson.code).toBe(2);
    expect(parseOutput(asJson, ErrorOutput).error).toMatchObject({ code: "WRONG_USAGE", status: null });
  });

  test("names the help of the command", async () => {
    expect((await runCli(["builds", "list", "--loud"])).stderr).toContain("Run cli builds list --help.");
    expect((await runCli(["plugin", "make", "--help"])).stderr).toContain("Unknown command plugin make.");
  });

  test.each(["", "plugin", "builds"])("cli %s prints its commands on standard error", async (line) => {
    const ran = await runProgram(line.split(" ").filter(Boolean));
    expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("Commands:") });
  });
});

describe("color", () => {
  const ESCAPE = "\u001b[";

  test.each([
    [{}, false],
    [{ FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("with %j on a pipe: %s", async (env, isColored) => {
    const help = await runProgram(["--help"], { env });
    expect(help.stdout.includes(ESCAPE)).toBe(isColored);
    const failure = await runProgram(["whoami"], { env });
    expect(failure.stderr.includes(ESCAPE)).toBe(isColored);
  });
});
