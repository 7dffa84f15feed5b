import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { environmentOf, resolveCommand, runCommand } from "./command.ts";
import { lockDirectory } from "./lock.ts";
import { openLogFile } from "./log-file.ts";
import { openSpool } from "./spool.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "drydock-worker-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it("names the default of how long a build may run as people write it", () => {
  const help = execFileSync(process.execPath, ["server/run.mjs", "worker/main.ts", "--help"], {
    encoding: "utf8",
  });
  expect(help.replace(/\s+/g, " ")).toContain("45m or 2h (default: 60m)");
});

describe("runCommand", () => {
  const run = async (command: string, signal = new AbortController().signal) => {
    let output = "";
    const onOutput = (text: string) => {
      output += text;
    };
    const env = environmentOf(process.env, { BUILD_ID: "a-build-of-this-test" });
    const end = await runCommand({
      command,
      directory,
      env,
      buildId: "a-build-of-this-test",
      onOutput,
      signal,
    });
    return { ...end, output };
  };

  it("tells both streams and how the command ended", async () => {
    expect(await run("echo out; echo é >&2; exit 7")).toMatchObject({ code: 7, signal: null });
    expect((await run("printf 'é🚢'")).output).toBe("é🚢");
    expect((await run("kill -9 $$")).signal).toBe("SIGKILL");
  });

  it("leaves nothing running that the command has started, wherever it went", async () => {
    const { output } = await run("setsid sleep 600 & sleep 600 & echo $$; sleep 0.2");
    expect(output).toMatch(/^\d+\n$/);
    const marked = await runCommand({
      command:
        "grep -lz BUILD_ID=a-build-of-this-test /proc/[0-9]*/environ 2>/dev/null | wc -l > left; cat left",
      directory,
      env: environmentOf(process.env, {}),
      buildId: "another",
      onOutput: (text) => expect(Number(text)).toBe(0),
      signal: new AbortController().signal,
    });
    expect(marked.code).toBe(0);
  });

  it("ends a command that ignores being asked to", { timeout: 20_000 }, async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    expect(await run("trap '' TERM; while :; do sleep 1; done", stop.signal)).toMatchObject({
      signal: "SIGKILL",
    });
  });
});

describe("what the command is given", () => {
  it("is the worker's environment without its secret", () => {
    const env = environmentOf(
      { NODE_ENV: "test", PATH: "/bin", BUILD_SECRET: "s", npm_config_x: "y" },
      { A: "1" },
    );
    expect(env).toEqual({ NODE_ENV: "test", PATH: "/bin", A: "1" });
  });

  it("is a program of the directory where the worker was started", () => {
    const here = import.meta.dirname;
    expect(resolveCommand("./sample-build.sh --fast", here)).toBe(`'${here}/sample-build.sh' --fast`);
    expect(resolveCommand("make all", here)).toBe("make all");
    expect(resolveCommand("./nothing.sh", here)).toBe("./nothing.sh");
  });
});

describe("the log on the disk", () => {
  it("is read in whole characters and goes on where it was", () => {
    const path = join(directory, "log.txt");
    const log = openLogFile(path);
    log.write("é🚢");
    expect([log.read(0, 3), log.read(0, 6), log.read(2, 100)]).toEqual(["é", "é🚢", "🚢"]);
    log.close();
    const again = openLogFile(path);
    again.write("!");
    expect([again.sizeBytes(), again.read(6, 10)]).toEqual([7, "!"]);
    again.close();
  });
});

describe("the spool", () => {
  it("remembers what the worker is at", () => {
    const job = { buildId: "b", appId: "a", platform: "ANDROID", version: "1", gitRef: null };
    openSpool(directory).write({ phase: "running", job });
    expect(openSpool(directory).read()).toEqual({ phase: "running", job });
    openSpool(directory).clear();
    expect(openSpool(directory).read()).toBeNull();
  });

  it("is one worker's alone", async () => {
    const { release } = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow("is this worker already");
    release();
    (await lockDirectory(directory)).release();
  });

  it("is waited for where its worker is about to end", async () => {
    const { release } = await lockDirectory(directory);
    const waiting = lockDirectory(directory, 20_000);
    setTimeout(release, 250);
    (await waiting).release();
  });
});
