import { describe, expect, it } from "vitest";
import { wireFormat } from "./wire-format.ts";

const sendOverWire = (value: unknown) =>
  wireFormat.deserialize(JSON.parse(JSON.stringify(wireFormat.serialize(value))));

it("carries objects whose keys came from outside", () => {
  for (const key of ["__proto__", "constructor", "prototype"]) {
    const headers: unknown = JSON.parse(
      `{ "a": "1", "${key}": "2", "nested": { "${key}": { "${key}": [1] } } }`,
    );
    const received = sendOverWire({ attempts: [{ headers }] });
    expect(JSON.stringify(received)).toBe(JSON.stringify({ attempts: [{ headers }] }));
  }
});

it("keeps dates, also below such a key, and leaves every prototype alone", () => {
  const value = Object.fromEntries([["__proto__", { isAdmin: true, at: new Date(0) }]]);
  const received = sendOverWire({ value }) as { value: Record<string, unknown> };
  expect(Object.getOwnPropertyDescriptor(received.value, "__proto__")?.value).toEqual({
    isAdmin: true,
    at: new Date(0),
  });
  expect(Object.getPrototypeOf(received.value)).toBe(Object.prototype);
  expect("isAdmin" in received.value).toBe(false);
});

it("sends JSON as it is, and annotates what JSON cannot carry", () => {
  const page = { builds: [{ id: "b", sizeBytes: null, failure: { line: 3 } }], total: 1.5, isLast: true };
  const sent = wireFormat.serialize(page);
  expect(sent).toEqual({ json: page });
  expect(sent.json).toBe(page);
  for (const value of [Number.NaN, -0, -Infinity, undefined, new Date(0)])
    expect(sendOverWire({ deep: [{ value }] })).toStrictEqual({ deep: [{ value }] });
});

describe("annotations", () => {
  const receive = (json: unknown, values: unknown) =>
    wireFormat.deserialize({ json, meta: { values } } as Parameters<typeof wireFormat.deserialize>[0]);

  it("are those that the server and the browser send", () => {
    const value = { at: new Date(5), none: undefined, list: [{ at: new Date(6) }], infinite: Infinity };
    expect(sendOverWire(value)).toEqual(value);
    expect(sendOverWire(new Date(7))).toEqual(new Date(7));
    expect(receive({ at: "1970-01-01T00:00:00.005Z" }, { at: ["Date"] })).toEqual({ at: new Date(5) });
  });

  it.each([
    ["a typed array of any length", { a: { length: 4 } }, { a: [["typed-array", "Float64Array"]] }],
    ["a regular expression", { a: "/(a+)+$/" }, { a: ["regexp"] }],
    ["a class", { a: {} }, { a: [["class", "Date"]] }],
    ["a set", { a: [1] }, { a: ["set"] }],
    ["a map", { a: [[1, 2]] }, { a: ["map"] }],
    ["an error", { a: { name: "x", message: "y" } }, { a: ["Error"] }],
    ["a big integer", { a: "9".repeat(9) }, { a: ["bigint"] }],
    ["a URL", { a: "http://x" }, { a: ["URL"] }],
    ["a symbol", { a: "x" }, { a: [["symbol", "x"]] }],
    ["another custom type", { a: [] }, { a: [["custom", "other"]] }],
    ["one below an allowed one", { a: [["b", 1]] }, { a: [["custom", "entries"], { "0.1": ["regexp"] }] }],
    ["one of the root", "/x/", ["regexp"]],
    ["no type", { a: 1 }, { a: 1 }],
    ["null", { a: 1 }, { a: null }],
  ])("are refused for %s", (_, json, values) => {
    expect(() => receive(json, values)).toThrow(/annotation/);
  });

  it("do not make two places of the input one object", () => {
    const received = wireFormat.deserialize({
      json: { a: { b: 1 }, c: { b: 1 } },
      meta: { referentialEqualities: { a: ["c", "a.b"] } },
    }) as { a: object; c: object };
    expect(received).toEqual({ a: { b: 1 }, c: { b: 1 } });
    expect(received.a).not.toBe(received.c);
  });
});
