import { expect, it } from "vitest";
import { describeSource } from "./labels.ts";

const COMMIT = "6298ecd0c0ffee0c0ffee0c0ffee0c0ffee0c0ff";

it("names ref, commit and the subject of the message", () => {
  const source = { gitRef: "main", gitCommit: COMMIT, commitMessage: "Retry uploads\n\nThey fail at night." };
  expect(describeSource(source)).toBe("main · 6298ecd · Retry uploads");
});

it("names a commit once, and leaves out what is unknown", () => {
  expect(describeSource({ gitRef: COMMIT, gitCommit: COMMIT, commitMessage: null })).toBe("6298ecd");
  expect(describeSource({ gitRef: null, gitCommit: null, commitMessage: " " })).toBe("");
});
