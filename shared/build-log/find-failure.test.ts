import { describe, expect, it } from "vitest";
import { MAX_FAILURE_SUMMARY_LENGTH, toMessage } from "./failure-message.ts";
import { EXCERPTS } from "./find-failure.cases.ts";
import { findFailure } from "./find-failure.ts";

it("leaves the marks of test runners out of messages", () => {
  expect(toMessage("● sync queue › keeps the order")).toBe("sync queue › keeps the order");
  expect(toMessage("✗ 1 of 3 failed")).toBe("1 of 3 failed");
});

describe("findFailure", () => {
  it.each([
    "an empty file",
    "a directory instead of a file",
    "a device, pipe or socket instead of a file",
    "a broken link",
    "a file that the worker cannot read",
    "a file over 4 GiB",
  ])("finds that the command left %s", (what) => {
    const sentence = `The command left ${what} at $ARTIFACT (/builds/out/app.aab).`;
    expect(
      findFailure([
        "$ build",
        "The command exited with code 0 after 0.4 s.",
        sentence,
        "Start the worker with --no-artifact",
      ]),
    ).toMatchObject({ summary: sentence, line: 3 });
  });

  it.each(Object.entries(EXCERPTS))("finds the cause in the output of %s", (_, marked) => {
    const lines = marked.map((line) => line.replace(/^!/, ""));
    expect(lines[(findFailure(lines)?.line ?? 0) - 1]).toBe(
      marked.find((line) => line.startsWith("!"))?.slice(1),
    );
  });

  it("shows the bidirectional controls of a reason and its step", () => {
    const failure = findFailure(["::group::\u202egnp\u202c", "error: \u2067cannot sign\u2069 app\u200f.exe"]);
    expect(failure).toMatchObject({ step: "�gnp�", summary: "error: �cannot sign� app�.exe" });
  });

  it("finds nothing in the output of a build that passed", () => {
    const isHarmless = (line: string) => !line.startsWith("!");
    const [kotlin = [], gradle = [], ...others] = Object.values(EXCERPTS).map((lines) =>
      lines.filter(isHarmless),
    );
    const lines = [kotlin[0], kotlin[1], ...gradle.slice(0, 3), ...others.slice(3, 13).flat()].filter(
      (line) => line !== undefined && !line.startsWith("    org.") && !line.startsWith("  Expected"),
    ) as string[];
    expect(lines.length).toBeGreaterThan(15);
    expect(lines[(findFailure(lines)?.line ?? 0) - 1]).toBeUndefined();
  });
});

describe("a reason", () => {
  it("names tool, step and file, and reads without the timestamp", () => {
    const lines = [
      "2024-05-01T10:00:00.1234567Z > Task :app:compileReleaseKotlin FAILED",
      "2024-05-01T10:00:00.1234567Z e: file:///ci/app/Home.kt:12:5 Unresolved reference 'sum'.",
    ];
    expect(findFailure(lines)).toEqual({
      summary: "e: file:///ci/app/Home.kt:12:5 Unresolved reference 'sum'.",
      line: 2,
      tool: "Kotlin",
      step: ":app:compileReleaseKotlin",
      file: "/ci/app/Home.kt:12:5",
      fingerprint: "unresolved reference 'sum'.",
    });
  });

  it.each([
    [["##[group]Run npm ci", "npm error code E1"], "Run npm ci"],
    [["[10:00:00]: --- Step: gym ---", "[10:00:00]: Error: no profile"], "gym"],
    [["[INSTALL_PODS] [!] Unable to find a specification"], "INSTALL_PODS"],
    [["error: No profiles (in target 'Notes' from project 'App')"], "Notes"],
  ])("of %j belongs to the step %s", (lines, step) => {
    expect(findFailure(lines)?.step).toBe(step);
  });

  it("includes the symbol that the linker misses", () => {
    const lines = ["Undefined symbols for architecture arm64:", '  "_tile", referenced from:'];
    expect(findFailure(lines)?.summary).toBe(
      'Undefined symbols for architecture arm64: "_tile", referenced from:',
    );
  });

  it.each([
    ["xcodebuild: error: Could not resolve package dependencies:", "  the kit is gone"],
    ["● Test suite failed to run", "    Cannot find module './kit' from 'app.js'"],
    ["The following TestFailure was thrown running a test:", "Expected: <3>"],
  ])("continues after %s", (line, next) => {
    expect(findFailure(["Testing", line, next])).toMatchObject({
      summary: `${line} ${next.trim()}`,
      line: 2,
    });
    expect(findFailure([line, "", next])?.summary).toBe(`${line} ${next.trim()}`);
  });

  it("is short: the message alone where its path is long", () => {
    const line = `/${"folder/".repeat(40)}View.swift:10:5: error: cannot find 'x' in scope`;
    expect(findFailure([line])?.summary).toBe("cannot find 'x' in scope");
    const { summary = "" } = findFailure([`error: ${"very ".repeat(100)}long`]) ?? {};
    expect(summary.length).toBeLessThanOrEqual(MAX_FAILURE_SUMMARY_LENGTH);
  });

  it.each([
    ["/Users/a/App/View.swift:10:5: error: cannot find 'x'", "/ci/7/View.swift:90:1: error: cannot find 'x'"],
    ["error: Could not get https://a.test/1.2.3/x.pom", "error: Could not get https://a.test/4.5.6/x.pom"],
    ["error: object 9f8e7d6c5b4a is corrupt", "error: object 0123456789ab is corrupt"],
  ])("is of the same kind wherever it happens: %s", (one, other) => {
    expect(findFailure([one])?.fingerprint).toBe(findFailure([other])?.fingerprint);
  });

  it("is of another kind with another message", () => {
    const [one, other] = ["error: No space left on device", "error: No network"];
    expect(findFailure([one])?.fingerprint).not.toBe(findFailure([other])?.fingerprint);
  });
});
