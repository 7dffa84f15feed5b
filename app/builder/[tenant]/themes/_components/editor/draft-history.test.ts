import { describe, expect, it } from "vitest";
import { STARTER_THEME, type ThemeConfig } from "@/shared/plugin/theme-config.ts";
import { changeDraft, type DraftHistory, isDirty, isSameDraft, startHistory } from "./draft-history";

const withSize = (baseSize: number): ThemeConfig => ({
  ...STARTER_THEME,
  typography: { ...STARTER_THEME.typography, baseSize },
});

const start = () => startHistory(STARTER_THEME, 3);

const change = (state: DraftHistory, baseSize: number, at: number, field = "typography.baseSize") =>
  changeDraft(state, { type: "change", field, at, config: withSize(baseSize) });

const sizeOf = ({ present }: DraftHistory) => present.typography.baseSize;

describe("changeDraft", () => {
  it("goes back and forth, and forgets what was undone once something else is changed", () => {
    let state = change(change(start(), 18, 0), 20, 5_000);
    state = changeDraft(state, { type: "undo" });
    expect(sizeOf(state)).toBe(18);
    state = changeDraft(state, { type: "redo" });
    expect(sizeOf(state)).toBe(20);
    state = change(changeDraft(state, { type: "undo" }), 14, 9_000);
    expect(sizeOf(changeDraft(state, { type: "redo" }))).toBe(14);
  });

  it("takes one field's changes in quick succession as one step, and another field's as its own", () => {
    let state = change(change(change(start(), 17, 0), 18, 100), 19, 200);
    expect(state.past).toHaveLength(1);
    state = change(state, 20, 250, "typography.scale");
    expect(state.past).toHaveLength(2);
    expect(sizeOf(changeDraft(changeDraft(state, { type: "undo" }), { type: "undo" }))).toBe(16);
  });

  it("stays as it is where there is no way back or forth", () => {
    const state = start();
    expect(changeDraft(state, { type: "undo" })).toBe(state);
    expect(changeDraft(state, { type: "redo" })).toBe(state);
  });

  it("is dirty until it is saved, and again when it is undone after that", () => {
    let state = change(start(), 18, 0);
    expect(isDirty(state)).toBe(true);
    state = changeDraft(state, { type: "saved", config: state.present, revision: 4 });
    expect([isDirty(state), state.revision]).toEqual([false, 4]);
    expect(isDirty(changeDraft(state, { type: "undo" }))).toBe(true);
  });

  it("keeps the local draft as an undo step when another user's draft is loaded", () => {
    let state = changeDraft(change(start(), 18, 0), { type: "reload", config: withSize(22), revision: 9 });
    expect([sizeOf(state), isDirty(state), state.revision]).toEqual([22, false, 9]);
    state = changeDraft(state, { type: "undo" });
    expect([sizeOf(state), isDirty(state)]).toEqual([18, true]);
  });

  it("remembers no more than it can bear", () => {
    let state = start();
    for (let step = 0; step < 300; step += 1) state = change(state, 12 + (step % 12), step * 5_000);
    expect(state.past).toHaveLength(200);
  });
});

describe("isSameDraft", () => {
  it("does not look at the order of fields, nor at absent ones", () => {
    const { typography, colors, layout } = STARTER_THEME;
    expect(isSameDraft(STARTER_THEME, { layout, colors: { ...colors }, typography })).toBe(true);
    const dark = { ...colors.dark, accent: undefined };
    const { accent: _, ...without } = colors.dark;
    expect(
      isSameDraft(
        { ...STARTER_THEME, colors: { ...colors, dark } },
        { ...STARTER_THEME, colors: { ...colors, dark: without } },
      ),
    ).toBe(true);
  });
});
