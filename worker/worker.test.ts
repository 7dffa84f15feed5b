import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSecretMask } from "@/shared/text/mask-secrets.ts";
import { openBuildLog } from "./build-log.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { acquireLock } from "./pid-lock.ts";
import { createEnv, resolveCommand, runCommand } from "./run-command.ts";

const buildEnv = {
  BUILD_ID: "a-build-of-this-test",
  APP_ID: "app",
  PLATFORM: "IOS",
  VERSION: "1.0.0",
  GIT_REF: "",
  ARTIFACT: "out",
  INPUTS: "inputs",
};

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "drydock-worker-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it("prints the default timeout as a duration in --help", () => {
  const help = execFileSync(process.execPath, ["server/run.mjs", "worker/main.ts", "--help"], {
    encoding: "utf8",
  });
  expect(help.replace(/\s+/g, " ")).toContain("45m or 2h (default: 60m)");
});

describe("runCommand", () => {
  const run = async (command: string, signal = new AbortController().signal, secret = "") => {
    let output = "";
    const onOutput = (text: string) => {
      output += text;
    };
    const env = createEnv(process.env, [{ name: "SECRET", value: secret }], buildEnv);
    const end = await runCommand({
      command,
      directory,
      env,
      buildId: "a-build-of-this-test",
      mask: createSecretMask([secret]),
      onOutput,
      signal,
    });
    return { ...end, output };
  };

  it("runs nothing of an app's variables before the command, and none of the app's names replaces a program", async () => {
    const reached = join(directory, "reached");
    const variables = [
      { name: "ENV", value: `$(touch ${reached})` },
      { name: "BASH_ENV", value: `$(touch ${reached})` },
      { name: "PATH", value: directory },
      { name: "LD_PRELOAD", value: "/nonexistent.so" },
      { name: "NODE_OPTIONS", value: "--require=/nonexistent.js" },
      { name: "GRADLE_OPTS", value: "-Xmx4g" },
    ];
    let output = "";
    const end = await runCommand({
      command: "bash -c 'echo $GRADLE_OPTS; ls -d /; test -z \"$LD_PRELOAD$NODE_OPTIONS\"'",
      directory,
      env: createEnv(process.env, variables, buildEnv),
      buildId: "a-build-of-this-test",
      mask: null,
      onOutput: (text) => {
        output += text;
      },
      signal: new AbortController().signal,
    });
    expect({ ...end, output }).toEqual({ code: 0, signal: null, output: "-Xmx4g\n/\n" });
    expect(existsSync(reached)).toBe(false);
  });

  it("returns the output of both streams and the exit status", async () => {
    expect(await run("echo out; echo é >&2; exit 7")).toMatchObject({ code: 7, signal: null });
    expect((await run("printf 'é🚢'")).output).toBe("é🚢");
    expect((await run("kill -9 $$")).signal).toBe("SIGKILL");
  });

  it("masks a secret in what both streams print, however it is cut into chunks", async () => {
    const { output } = await run(
      `printf '<%s' "$SECRET" | head -c 9; sleep 0.2; printf '%s' "$SECRET" | tail -c +9; echo '>'
       printf '%s' "$SECRET" | base64 >&2; printf '%s' "$SECRET" | head -c 10; echo`,
      undefined,
      "a-secret-of-this-test",
    );
    expect(output.split("\n").sort()).toEqual(["", "***", "<***>", "a-secret-o"].sort());
  });

  it("kills all processes of the command, also outside its group", async () => {
    const { output } = await run("setsid sleep 600 & sleep 600 & echo $$; sleep 0.2");
    expect(output).toMatch(/^\d+\n$/);
    const marked = await runCommand({
      command:
        "grep -lz BUILD_ID=a-build-of-this-test /proc/[0-9]*/environ 2>/dev/null | wc -l > left; cat left",
      directory,
      env: createEnv(process.env, [], { ...buildEnv, BUILD_ID: "" }),
      buildId: "another",
      mask: null,
      onOutput: (text) => expect(Number(text)).toBe(0),
      signal: new AbortController().signal,
    });
    expect(marked.code).toBe(0);
  });

  it("kills a command that ignores SIGTERM", { timeout: 20_000 }, async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    expect(await run("trap '' TERM; while :; do sleep 1; done", stop.signal)).toMatchObject({
      signal: "SIGKILL",
    });
  });
});

describe("createEnv and resolveCommand", () => {
  it("exclude the worker's secrets and npm's variables; the app's variables win over the worker's, the build's over all", () => {
    const env = createEnv(
      { NODE_ENV: "test", PATH: "/bin", BUILD_SECRET: "s", npm_config_x: "y", A: "0", VERSION: "0" },
      [
        { name: "A", value: "1" },
        { name: "VERSION", value: "1" },
      ],
      buildEnv,
    );
    expect(env).toEqual({ NODE_ENV: "test", PATH: "/bin", A: "1", ...buildEnv });
  });

  it("resolve a program in the directory where the worker was started", () => {
    const here = import.meta.dirname;
    expect(resolveCommand("./sample-build.sh --fast", here)).toBe(`'${here}/sample-build.sh' --fast`);
    expect(resolveCommand("make all", here)).toBe("make all");
    expect(resolveCommand("./nothing.sh", here)).toBe("./nothing.sh");
  });
});

describe("build log", () => {
  it("is read in whole characters and continues after a restart", () => {
    const path = join(directory, "log.txt");
    const log = openBuildLog(path);
    log.write("é🚢");
    expect([log.read(0, 3), log.read(0, 6), log.read(2, 100)]).toEqual(["é", "é🚢", "🚢"]);
    log.close();
    const again = openBuildLog(path);
    again.write("!");
    expect([again.getSize(), again.read(6, 10)]).toEqual([7, "!"]);
    again.close();
  });
});

describe("checkpoint and lock", () => {
  it("restore the task", () => {
    const job = { buildId: "b", appId: "a", platform: "ANDROID", version: "1", gitRef: null };
    openCheckpoint(directory).write({ phase: "running", job });
    expect(openCheckpoint(directory).read()).toEqual({ phase: "running", job });
    openCheckpoint(directory).clear();
    expect(openCheckpoint(directory).read()).toBeNull();
  });

  it("allow one worker per directory", async () => {
    const release = await acquireLock(directory);
    await expect(acquireLock(directory)).rejects.toThrow("already runs this worker");
    release();
    (await acquireLock(directory))();
  });

  it("wait for a worker that is about to end", async () => {
    const release = await acquireLock(directory);
    const waiting = acquireLock(directory, 20_000);
    setTimeout(release, 250);
    (await waiting)();
  });
});
