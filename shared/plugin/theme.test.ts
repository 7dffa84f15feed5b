import { describe, expect, it } from "vitest";
import demoThemes from "@/db/seed/data/tables/themes.json" with { type: "json" };
import { fieldProblems } from "@/server/http/parse-input.ts";
import { variantWidths } from "./images/limits.ts";
import { contrastRatio, formatRatio, paletteOf, warningsOf } from "./theme.ts";
import { STARTER_THEME, ThemeConfig } from "./theme-config.ts";

describe("contrastRatio", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#777777", "#ffffff", 4.478],
    ["#767676", "#ffffff", 4.542],
    ["#0000ff", "#ffff00", 8.001],
  ])("of %s on %s is %d, either way round", (one, other, expected) => {
    expect(contrastRatio(one, other)).toBeCloseTo(expected, 2);
    expect(contrastRatio(other, one)).toBeCloseTo(expected, 2);
  });

  it("is truncated, not rounded", () => {
    expect(formatRatio(4.499)).toBe("4.49");
  });
});

const withColors = (colors: Partial<ThemeConfig["colors"]>): ThemeConfig => ({
  ...STARTER_THEME,
  colors: { ...STARTER_THEME.colors, ...colors },
});

describe("warningsOf", () => {
  it("has no warning for the starter theme", () => {
    expect(warningsOf(STARTER_THEME)).toEqual([]);
  });

  it("names the field, the pair and the contrast of text below AA", () => {
    const light = { ...STARTER_THEME.colors.light, mutedText: "#9aa0aa" };
    expect(warningsOf(withColors({ light }))).toEqual([
      expect.objectContaining({
        path: "colors.light.mutedText",
        kind: "CONTRAST",
        message: expect.stringMatching(
          /^Muted text on the background has a contrast of 2\.\d\d; WCAG AA requires 4\.5\.$/,
        ),
      }),
      expect.objectContaining({
        path: "colors.light.mutedText",
        message: expect.stringContaining("on cards"),
      }),
    ]);
  });

  it("checks the dark palette with the light colors that it inherits", () => {
    const { text: _, ...dark } = STARTER_THEME.colors.dark;
    const warnings = warningsOf(withColors({ dark }));
    expect(warnings.map(({ path, kind }) => [path, kind])).toEqual([
      ["colors.dark.text", "MISSING_DARK"],
      ["colors.dark.text", "CONTRAST"],
      ["colors.dark.text", "CONTRAST"],
    ]);
  });

  it("warns once without a dark palette", () => {
    expect(warningsOf(withColors({ dark: {} }))).toMatchObject([
      { path: "colors.dark", kind: "MISSING_DARK" },
    ]);
  });
});

describe("paletteOf", () => {
  it("fills the dark palette up with the light one", () => {
    const config = withColors({ dark: { background: "#000000" } });
    expect(paletteOf(config, "dark")).toEqual({ ...config.colors.light, background: "#000000" });
  });
});

describe("variantWidths", () => {
  it.each([
    [200, [200]],
    [320, [320]],
    [700, [320, 640, 700]],
    [4_000, [320, 640, 1_280]],
  ])("of an image %d wide are %j", (width, expected) => {
    expect(variantWidths(width)).toEqual(expected);
  });
});

describe("ThemeConfig", () => {
  it("names every wrong field by its dotted path", () => {
    const wrong = {
      typography: { ...STARTER_THEME.typography, baseSize: 99, headingWeight: 650, fontFamily: "Comic" },
      colors: { light: { ...STARTER_THEME.colors.light, accent: "red" }, dark: { text: "#12" } },
      layout: { ...STARTER_THEME.layout, shadow: true, radius: undefined },
    };
    const { error } = ThemeConfig.safeParse(wrong);
    expect(Object.fromEntries(fieldProblems(error).map(({ path, message }) => [path, message]))).toEqual({
      "typography.fontFamily": "must be one of system, humanist, rounded, serif, slab, mono",
      "typography.headingWeight": "must be one of 400, 500, 600, 700, 800, 900",
      "typography.baseSize": "must be a number from 12 to 24",
      "colors.light.accent": "must be a color such as #1b2430",
      "colors.dark.text": "must be a color such as #1b2430",
      "layout.radius": "is required",
      layout: "has no field shadow",
    });
  });

  it.each([{}, null, [], 7, "theme"])("refuses %j", (wrong) => {
    expect(ThemeConfig.safeParse(wrong).success).toBe(false);
  });

  it("normalizes the case of colors", () => {
    const light = { ...STARTER_THEME.colors.light, accent: "#2F5FD0" };
    expect(ThemeConfig.parse(withColors({ light })).colors.light.accent).toBe("#2f5fd0");
  });
});

describe("the themes of the demo", () => {
  const present = demoThemes.map(({ slug, themeConfig }) => [slug, themeConfig] as const);
  const past = demoThemes.flatMap(({ slug, versions }) =>
    versions.flatMap(({ version, themeConfig }) =>
      themeConfig ? [[`${slug} ${version}`, themeConfig] as const] : [],
    ),
  );
  const configOf = (name: string) => ThemeConfig.parse(past.find(([known]) => known === name)?.[1]);

  it.each([...present, ...past])("%s keeps the rules of themes", (_name, config) => {
    expect(ThemeConfig.parse(config)).toEqual(config);
  });

  it.each(present)("%s can be read by everybody", (_name, config) => {
    expect(warningsOf(ThemeConfig.parse(config))).toEqual([]);
  });

  it("have the faults that their decisions and changelogs name", () => {
    expect(warningsOf(configOf("harbor-mist 1.0.0"))).toMatchObject([
      { path: "colors.light.mutedText", message: expect.stringContaining("2.91") },
      { path: "colors.light.mutedText" },
    ]);
    expect(warningsOf(configOf("ledger-green 1.0.0"))).toMatchObject([{ path: "colors.dark" }]);
  });
});
