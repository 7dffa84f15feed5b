import { expect, it } from "vitest";
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
