import { describe, expect, it } from "vitest";
import { groupActions, searchActions } from "./palette-search";

const actions = [
  { id: "overview", label: "Overview", group: "Pages", href: "/" },
  { id: "my-apps", label: "Your apps", group: "Pages", keywords: "mobile", href: "/apps" },
  { id: "notes", label: "Field Notes", group: "Apps", description: "Android, iOS", href: "/apps/1" },
  { id: "apps-help", label: "Apps explained", group: "Help", href: "/docs" },
];

describe("searchActions", () => {
  it.each([
    ["", ["overview", "my-apps", "notes", "apps-help"]],
    ["  field ", ["notes"]],
    ["notes android", ["notes"]],
    ["mobile", ["my-apps"]],
    ["apps", ["apps-help", "my-apps", "notes"]],
    ["nothing", []],
  ])("finds for '%s' %j", (query, expected) => {
    expect(searchActions(actions, query).map((action) => action.id)).toEqual(expected);
  });
});

describe("groupActions", () => {
  it("keeps the order in which groups appear", () => {
    expect(groupActions(actions).map((group) => [group.title, group.actions.length])).toEqual([
      ["Pages", 2],
      ["Apps", 1],
      ["Help", 1],
    ]);
  });
});
