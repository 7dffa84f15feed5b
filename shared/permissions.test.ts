import { expect, it } from "vitest";
import { describePermission } from "./permissions.ts";

it.each([
  ["storage.read", "Read stored data"],
  ["contacts.write", "Change contacts"],
  ["ui.screens", "Add screens to the app"],
  ["build-logs:read", "Read build logs"],
  ["__proto__", undefined],
  ["contacts.juggle", undefined],
  ["Contacts.read", undefined],
])("the permission %s in words is %s", (name, words) => {
  expect(describePermission(name)).toBe(words);
});
