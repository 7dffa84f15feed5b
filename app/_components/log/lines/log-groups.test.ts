import { describe, expect, it } from "vitest";
import { findGroups, groupsAround, measureGroup, toShownLines } from "./log-groups.ts";
import { createLogParser, parseLog } from "./parse-log.ts";

/** Groups as "start-end title", with marks for open and failed ones. */
function outline(text: string): string[] {
  const lines = parseLog(text);
  return findGroups(lines).map(
    ({ start, end, titleAt, isOpen, isFailed }) =>
      `${start}-${end} ${lines[start]?.text.slice(titleAt)}${isOpen ? " open" : ""}${isFailed ? " failed" : ""}`,
  );
}

describe("findGroups", () => {
  it.each([
    [
      "GitHub Actions, with timestamps",
      "2026-01-02T10:00:00.1234567Z ##[group]Run npm ci\na\n2026-01-02T10:00:01.1234567Z ##[endgroup]\nb\n::group::Test\nc\n::endgroup::",
      ["0-3 Run npm ci", "4-7 Test"],
    ],
    ["a group without an end, which the next one ends", "::group::A\na\n::group::B\nb", ["0-2 A", "2-4 B"]],
    [
      "Buildkite",
      "~~~ Preparing\na\n--- :npm: Install\nb\n+++ Test\nc\n--- Deploy\nd\n^^^ +++",
      ["0-2 Preparing", "2-4 :npm: Install", "4-6 Test open", "6-9 Deploy open"],
    ],
    [
      "no diff, and no test result",
      "--- a/file.ts\n+++ b/file.ts\n-old\n+new\n--- FAIL: TestX (0.00s)\nx",
      [],
    ],
    [
      "fastlane",
      "[10:00:00]: --- Step: cocoapods ---\n[10:00:01]: x\n[10:00:02]: --- Step: gym ---\ny",
      ["0-2 Step: cocoapods ---", "2-4 Step: gym ---"],
    ],
    [
      "Gradle tasks with output",
      "> Task :app:pre UP-TO-DATE\n> Task :app:compile FAILED\ne: broken\n\nFAILURE: Build failed\n* What went wrong:\nx",
      ["1-3 > Task :app:compile FAILED failed"],
    ],
    [
      "Xcode commands",
      "CompileC a.o b.m normal arm64 (in target 'App' from project 'App')\n    cd /x\n    clang\n\nLd App normal (in target 'App' from project 'App')\n    cd /x\n\n** BUILD FAILED **",
      [
        "0-3 CompileC a.o b.m normal arm64 (in target 'App' from project 'App')",
        "4-6 Ld App normal (in target 'App' from project 'App')",
      ],
    ],
    [
      "tasks within groups within sections",
      "--- Build\n::group::Gradle\n> Task :a\nx\n::endgroup::\ny\n--- End\nz",
      ["0-6 Build", "1-5 Gradle", "2-5 > Task :a", "6-8 End"],
    ],
  ])("reads %s", (_, text, groups) => {
    expect(outline(text)).toEqual(groups);
  });
});

it("leaves out the lines of folded groups", () => {
  const lines = parseLog("--- Build\n::group::A\na\n::endgroup::\nb\n--- End\nc");
  const groups = findGroups(lines);
  const shown = (...folded: number[]) => [
    ...toShownLines(lines, groups, ({ start }) => folded.includes(start)),
  ];
  expect(shown()).toEqual([0, 1, 2, 4, 5, 6]);
  expect(shown(1)).toEqual([0, 1, 4, 5, 6]);
  expect(shown(0, 1, 5)).toEqual([0, 5]);
  expect(groupsAround(groups, 2).map(({ start }) => start)).toEqual([0, 1]);
  expect(groupsAround(groups, 1).map(({ start }) => start)).toEqual([0]);
});

it("measures a group until what follows it", () => {
  const lines = createLogParser().append("::group::A\na\n::endgroup::\nb\n", [
    [0, 100],
    [11, 130],
    [26, 145],
  ]);
  const [group] = findGroups(lines);
  expect(group && measureGroup(lines, group)).toBe(45);
  const [unknown] = findGroups(parseLog("::group::A\na"));
  expect(unknown && measureGroup([], unknown)).toBeNull();
});
