import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workerCommands } from "./workers";

const GRADLE = `#!/bin/sh
mkdir -p app/build/outputs/bundle/release
cp version app/build/outputs/bundle/release/app-release.aab
`;

let root: string;
let firstCommit: string;

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@drydock.test", ...args], {
    cwd: join(root, "field-notes"),
    encoding: "utf8",
  }).trim();

function commit(version: string): void {
  writeFileSync(join(root, "field-notes", "version"), version);
  git("add", "--all");
  git("commit", "--quiet", "--message", version);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "drydock-worker-docs-"));
  mkdirSync(join(root, "field-notes"));
  git("init", "--quiet", "--initial-branch", "main");
  writeFileSync(join(root, "field-notes", "gradlew"), GRADLE);
  chmodSync(join(root, "field-notes", "gradlew"), 0o755);
  commit("first");
  firstCommit = git("rev-parse", "HEAD");
  commit("tagged");
  git("tag", "--annotate", "v1.0.0", "--message", "1.0.0");
  commit("default");
  git("checkout", "--quiet", "-b", "feature/maps");
  commit("feature");
  git("checkout", "--quiet", "main");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("the documented build command", () => {
  it.each([
    ["a branch", () => "feature/maps", "feature"],
    ["a tag", () => "v1.0.0", "tagged"],
    ["a commit", () => firstCommit, "first"],
    ["nothing", () => "", "default"],
  ])("builds %s", (_, refOf, expected) => {
    const directory = mkdtempSync(join(root, "build-"));
    const artifact = join(root, "app.aab");
    const { script } = workerCommands("http://127.0.0.1:3000");
    const repository = pathToFileURL(join(root, "field-notes")).href;
    const local = script.replace("https://git.example.com/field-notes", repository);
    expect(local).not.toBe(script);
    execFileSync("bash", ["-c", local], {
      cwd: directory,
      env: { ...process.env, GIT_REF: refOf(), ARTIFACT: artifact },
      stdio: "pipe",
    });
    expect(readFileSync(artifact, "utf8")).toBe(expected);
  });
});
