import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { setUpCliStage } from "./cli-stage.ts";
import { CLI } from "./run-cli.ts";
import { BUILD, LISTING, TOKEN } from "./stand-in-api.ts";

const stage = setUpCliStage();

/** What a shell prints for a line in which `cli` is the program; `code` in it prints what that ended with. */
function shell(line: string): Promise<string> {
  const script = `cli() { "${process.execPath}" "${CLI}" "$@"; }\ncode() { echo "ended with $?" >&3; }\n${line}`;
  const env = {
    NODE_ENV: "production" as const,
    PATH: process.env["PATH"],
    CLI_API_URL: stage.api.url,
    CLI_TOKEN: TOKEN,
  };
  return new Promise((resolve) => {
    execFile("bash", ["-c", `exec 3>&1\n${script}`], { cwd: stage.folder, env }, (_, stdout) =>
      resolve(stdout),
    );
  });
}

describe("a reader that leaves early", () => {
  test("does not turn a failure into a success", async () => {
    stage.api.trouble(/listings/, { status: 404, body: { code: "NOT_FOUND", detail: "It is not there." } });
    expect(await shell(`(sleep 0.1; cli listing status nope --json 2>&1; code) | true`)).toBe(
      "ended with 1\n",
    );
  });

  test("does not end what is under way", async () => {
    expect(await shell(`(cli plugin publish 2>&1; code) | true`)).toBe("ended with 0\n");
    expect(stage.api.published.size).toBe(1);
  });

  test("ends what only follows, with the code of what is still pending", async () => {
    stage.api.buildStates.splice(0, 1, "QUEUED");
    const startedAt = performance.now();
    expect(await shell(`(cli builds watch ${BUILD} 2>&1; code) | true`)).toBe("ended with 4\n");
    expect(await shell(`(cli listing status ${LISTING} --wait 2>&1; code) | true`)).toBe("ended with 4\n");
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test("of what leads to the results does not end the waiting for these", async () => {
    stage.api.buildStates.splice(0, 1, "QUEUED", "COMPLETED");
    const said = await shell(`cli builds watch ${BUILD} --json 2>&1 >&3 | true`);
    expect(said).toContain('"status": "COMPLETED"');
  });
});

describe.runIf(existsSync("/dev/full"))("output that cannot be written", () => {
  test.each(["plugin build --json", "plugin validate", "--help"])(
    "makes cli %s fail, in a sentence",
    async (line) => {
      const said = await shell(`cli ${line} 2>&3 >/dev/full; code`);
      expect(said).toMatch(/^✗ The output could not be written \(ENOSPC: .*\)\.\n {2}\S.*\n/m);
      expect(said).toMatch(/ended with 1\n$/);
      expect(said).not.toMatch(/^ +at /m);
    },
  );

  test("fails even where nobody can be told", async () => {
    expect(await shell(`cli plugin build >/dev/full 2>/dev/full; code`)).toBe("ended with 1\n");
  });
});
