import { expect, it } from "vitest";
import { describePermission } from "./policy.ts";

it.each([
  ["network", "Connect to the internet"],
  ["storage.read", "Read stored files and data"],
  ["call-log.write", "Change call log"],
  ["acme:custom", null],
  ["read", null],
])("describes the permission %s", (name, words) => {
  expect(describePermission(name)).toBe(words);
});
