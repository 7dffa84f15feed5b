import { describe, expect, it } from "vitest";
import type { BuildListQuery } from "@/app/_paths/build-list-query.ts";
import { listConditions, listFields, removeCondition, toggleChoice } from "./conditions";

const NONE: BuildListQuery = { status: [], platform: [] };
const COMMIT = "6298ecd0c0ffee0c0ffee0c0ffee0c0ffee0c0ff";
const VALUES = {
  status: [
    { value: "FAILED", label: "FAILED", builds: 3 },
    { value: "QUEUED", label: "QUEUED", builds: 1 },
  ],
  platform: [{ value: "IOS", label: "IOS", builds: 4 }],
  appId: [{ value: "a1", label: "Field Notes", builds: 4 }],
  gitRef: [{ value: COMMIT, label: COMMIT, builds: 0 }],
  version: [],
  workerId: [],
  createdBy: [{ value: "u1", label: "Jonas", builds: 2 }],
};
const PERIODS = [{ value: "2026-01-25", label: "Last 7 days" }];
const FIELDS = listFields(VALUES, PERIODS, { hasCounts: true });

const conditionsOf = (query: Partial<BuildListQuery>) =>
  listConditions({ ...NONE, ...query }, FIELDS).map(({ subject, values }) => `${subject} ${values}`.trim());

describe("listFields", () => {
  it("offers fields that have values, by their names and numbers of builds", () => {
    expect(FIELDS.map(({ label }) => label)).toEqual([
      "App",
      "Status",
      "Platform",
      "Git ref",
      "Queued by",
      "Period",
    ]);
    expect(FIELDS[1]?.choices[0]).toEqual({ value: "FAILED", label: "Failed", builds: 3 });
    expect(FIELDS[3]?.choices[0]?.label).toBe("6298ecd");
  });

  it("counts nothing while a text is searched", () => {
    const [app] = listFields(VALUES, PERIODS, { hasCounts: false });
    expect(app?.choices).toEqual([{ value: "a1", label: "Field Notes" }]);
  });
});

describe("listConditions", () => {
  it.each<[string, Partial<BuildListQuery>, string[]]>([
    ["nothing", { search: "oom", cursor: "x" }, []],
    ["several statuses in one", { status: ["FAILED", "QUEUED"] }, ["Status is Failed or Queued"]],
    [
      "fields in their order, by name",
      { createdBy: "u1", gitRef: COMMIT, appId: "a1" },
      ["App is Field Notes", "Git ref is 6298ecd", "Queued by Jonas"],
    ],
    ["a value without builds as it is", { version: "2.4.0" }, ["Version is 2.4.0"]],
    ["a period by its name", { since: "2026-01-25" }, ["Last 7 days"]],
    ["any other first day", { since: "2026-01-02" }, ["Since Jan 2, 2026"]],
    ["a period with an end", { since: "2026-01-25", until: "2026-01-26" }, ["Jan 25, 2026 – Jan 26, 2026"]],
    ["an end alone", { until: "2026-01-26" }, ["Until Jan 26, 2026"]],
  ])("names %s", (_, query, expected) => {
    expect(conditionsOf(query)).toEqual(expected);
  });
});

describe("toggleChoice", () => {
  it.each<[string, Partial<BuildListQuery>, Parameters<typeof toggleChoice>[1], string, object]>([
    ["adds a status", { status: ["FAILED"] }, "status", "QUEUED", { status: ["FAILED", "QUEUED"] }],
    ["removes a status", { status: ["FAILED"] }, "status", "FAILED", { status: [] }],
    ["replaces a git ref", { gitRef: "main" }, "gitRef", "next", { gitRef: "next" }],
    ["removes a chosen git ref", { gitRef: "main" }, "gitRef", "main", { gitRef: undefined }],
    [
      "replaces a period with an end",
      { since: "2026-01-25", until: "2026-01-26" },
      "period",
      "2026-01-25",
      { since: "2026-01-25", until: undefined },
    ],
  ])("%s", (_, query, field, value, expected) => {
    expect(toggleChoice({ ...NONE, ...query }, field, value)).toMatchObject(expected);
  });

  it("returns to the first page and keeps the search", () => {
    const next = toggleChoice({ ...NONE, search: "oom", cursor: "x" }, "appId", "a1");
    expect(next).toMatchObject({ appId: "a1", search: "oom", cursor: undefined });
  });
});

describe("removeCondition", () => {
  it("removes all values of a field and no other", () => {
    const query = {
      ...NONE,
      status: ["FAILED" as const],
      since: "2026-01-25",
      until: "2026-01-26",
      version: "1.0.0",
    };
    expect(removeCondition(query, "status")).toMatchObject({ status: [], version: "1.0.0" });
    expect(removeCondition(query, "period")).toMatchObject({
      since: undefined,
      until: undefined,
      version: "1.0.0",
    });
    expect(removeCondition(query, "version")).toMatchObject({ status: ["FAILED"], version: undefined });
  });
});
