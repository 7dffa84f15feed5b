import { describe, expect, it } from "vitest";
import { isIgnored, type KeyPress, matches } from "./shortcuts";

describe("matches", () => {
  it.each([
    ["j", press("j"), true],
    ["j", press("J"), true],
    ["j", press("k"), false],
    ["j", press("j", { ctrlKey: true }), false],
    ["j", press("j", { altKey: true }), false],
    ["enter", press("Enter"), true],
    ["?", press("?"), true],
    ["mod+k", press("k", { ctrlKey: true }), true],
    ["mod+k", press("k", { metaKey: true }), true],
    ["mod+k", press("k"), false],
  ])("%s by %j: %s", (keys, event, expected) => {
    expect(matches(event, keys)).toBe(expected);
  });
});

describe("isIgnored", () => {
  it("lets what has a modifier through, whatever has the focus", () => {
    expect(isIgnored(press("k", { ctrlKey: true }), "mod+k", "no single")).toBe(false);
    expect(isIgnored(press("k", { ctrlKey: true }), "mod+k", "modified")).toBe(false);
  });

  it("keeps single keys when they are switched off", () => {
    expect(isIgnored(press("j"), "j", "no single")).toBe(true);
  });

  it.each(["j", "?", "enter"])("keeps %s while something is being filled in", (keys) => {
    expect(isIgnored(press(keys), keys, "modified")).toBe(true);
  });
});

function press(key: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, target: null, ...modifiers };
}
