import { describe, expect, it } from "vitest";
import { EVENTS } from "@/server/events/event-types.ts";
import { EVENT_TYPES } from "@/shared/vocabulary.ts";
import { listFieldRules, makeExample } from "./examples";

describe.each(EVENT_TYPES)("the documented example of %s", (type) => {
  it("is what the schema says", () => {
    const { data, ...rest } = JSON.parse(makeExample(type));
    expect(EVENTS[type].data.strict().parse(data)).toEqual(data);
    expect(rest).toMatchObject({ type, version: EVENTS[type].version });
    expect(JSON.stringify(data)).not.toContain("…");
  });

  it("has values for all fields and IDs of its own objects", () => {
    const { data, tenantId, subjectId } = JSON.parse(makeExample(type));
    const ids = Object.entries(data).filter(([name]) => name.endsWith("Id") && name !== "workerId");
    expect(new Set([tenantId, ...ids.map(([, id]) => id)]).size).toBe(ids.length + 1);
    expect(subjectId).toBe(ids[0]?.[1]);
  });

  it("says once that a field may be null", () => {
    for (const { rule } of listFieldRules(type)) expect(rule).not.toMatch(/null.*may be null/is);
  });

  it("has a rule for each of its fields", () => {
    expect(listFieldRules(type).map(({ name }) => name)).toEqual(Object.keys(EVENTS[type].data.shape));
  });
});
