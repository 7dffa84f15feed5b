import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BUILD, LISTING, TOKEN } from "./mock-api.ts";
import { CLI } from "./run-cli.ts";
import { setUpCli } from "./set-up-cli.ts";

const cli = setUpCli();

/** Runs a line of bash with the functions `cli`, the program, and `code`, which prints its exit code. @returns the output */
function shell(line: string): Promise<string> {
  const script = `cli() { "${process.execPath}" "${CLI}" "$@"; }\ncode() { echo "ended with $?" >&3; }\n${line}`;
  const env = {
    NODE_ENV: "production" as const,
    PATH: process.env["PATH"],
    CLI_API_URL: cli.api.url,
    CLI_TOKEN: TOKEN,
  };
  return new Promise((resolve) => {
    execFile("bash", ["-c", `exec 3>&1\n${script}`], { cwd: cli.folder, env }, (_, stdout) =>
      resolve(stdout),
    );
  });
}

describe("broken pipe", () => {
  test("keeps the exit code of a failure", async () => {
    cli.api.injectFaults(/listings/, {
      status: 404,
      body: { code: "NOT_FOUND", detail: "It is not there." },
    });
    expect(await shell(`(sleep 0.1; cli listing status nope --json 2>&1; code) | true`)).toBe(
      "ended with 1\n",
    );
  });

  test("does not interrupt a command that changes data", async () => {
    expect(await shell(`(cli plugin publish 2>&1; code) | true`)).toBe("ended with 0\n");
    expect(cli.api.published.size).toBe(1);
  });

  test("ends polling with the exit code for pending", async () => {
    cli.api.buildStates.splice(0, 1, "QUEUED");
    const startedAt = performance.now();
    expect(await shell(`(cli builds watch ${BUILD} 2>&1; code) | true`)).toBe("ended with 4\n");
    expect(await shell(`(cli listing status ${LISTING} --wait 2>&1; code) | true`)).toBe("ended with 4\n");
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test("of standard error does not end polling", async () => {
    cli.api.buildStates.splice(0, 1, "QUEUED", "COMPLETED");
    const said = await shell(`cli builds watch ${BUILD} --json 2>&1 >&3 | true`);
    expect(said).toContain('"status": "COMPLETED"');
  });
});

describe.runIf(existsSync("/dev/full"))("full disk", () => {
  test.each(["plugin build --json", "plugin validate", "--help"])(
    "makes cli %s fail with an error message",
    async (line) => {
      const said = await shell(`cli ${line} 2>&3 >/dev/full; code`);
      expect(said).toMatch(/^✗ Output could not be written \(ENOSPC: .*\)\.\n {2}\S.*\n/m);
      expect(said).toMatch(/ended with 1\n$/);
      expect(said).not.toMatch(/^ +at /m);
    },
  );

  test("makes the command fail even if the error cannot be printed", async () => {
    expect(await shell(`cli plugin build >/dev/full 2>/dev/full; code`)).toBe("ended with 1\n");
  });
});
