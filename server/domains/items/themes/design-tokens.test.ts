import { describe, expect, it } from "vitest";
import { z } from "zod";
import demoThemes from "@/db/seed/data/tables/themes.json" with { type: "json" };
import { RANGES } from "@/shared/plugin/theme.ts";
import { STARTER_THEME, ThemeConfig } from "@/shared/plugin/theme-config.ts";
import { toCustomProperties, toDesignTokens } from "./design-tokens.ts";

/** Values by type, as the Format and Color Modules 2025.10 require them. */
const VALUES: Record<string, z.ZodType> = {
  color: z.strictObject({
    colorSpace: z.literal("srgb"),
    components: z.tuple([z.number().min(0).max(1), z.number().min(0).max(1), z.number().min(0).max(1)]),
    alpha: z.number().min(0).max(1),
    hex: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  dimension: z.strictObject({ value: z.number(), unit: z.enum(["px", "rem"]) }),
  fontFamily: z.array(z.string().min(1)).min(1),
  fontWeight: z.number().min(1).max(1_000),
  number: z.number(),
};
const NAME = /^[^${}.][^{}.]*$/;
const GROUP_PROPERTIES = ["$type", "$description", "$extensions"];
const TOKEN_PROPERTIES = [...GROUP_PROPERTIES, "$value"];

type Tree = Record<string, unknown>;

/** Tokens of a file by their path; throws for what the Format Module does not allow. */
function readTokens(group: Tree, inherited?: string, path: string[] = []): Record<string, unknown> {
  const type = (group["$type"] as string | undefined) ?? inherited;
  const isToken = "$value" in group;
  const properties = Object.keys(group).filter((key) => key.startsWith("$"));
  expect(isToken ? TOKEN_PROPERTIES : GROUP_PROPERTIES).toEqual(expect.arrayContaining(properties));
  const children = Object.entries(group).filter(([key]) => !key.startsWith("$"));
  if (isToken) {
    expect(children).toEqual([]);
    const schema = VALUES[type ?? ""];
    if (!schema) throw new Error(`${path.join(".")} has no type of the format: ${type}`);
    return { [path.join(".")]: schema.parse(group["$value"]) };
  }
  const found = children.map(([name, child]) => {
    expect(name).toMatch(NAME);
    return readTokens(child as Tree, type, [...path, name]);
  });
  return Object.assign({}, ...found);
}

const LIGHT_ONLY: ThemeConfig = { ...STARTER_THEME, colors: { ...STARTER_THEME.colors, dark: {} } };
const SMALLEST: ThemeConfig = {
  ...STARTER_THEME,
  typography: {
    ...STARTER_THEME.typography,
    baseSize: RANGES.baseSize.min,
    scale: RANGES.scale.max,
    lineHeight: 1.35,
  },
};
const configs: [string, ThemeConfig][] = [
  ["the starter theme", STARTER_THEME],
  ["a theme without dark colors", LIGHT_ONLY],
  ["the smallest type", SMALLEST],
  ...demoThemes.map(({ slug, themeConfig }): [string, ThemeConfig] => [slug, ThemeConfig.parse(themeConfig)]),
];

describe("toDesignTokens", () => {
  it.each(configs)("is a file of the Format Module with light and dark colors: %s", (_, config) => {
    const tokens = readTokens(JSON.parse(JSON.stringify(toDesignTokens(config, "Harbor Mist 1.0.0"))));
    const names = Object.keys(tokens);
    expect(names.filter((name) => name.startsWith("color.light."))).toHaveLength(7);
    expect(names.filter((name) => name.startsWith("color.dark."))).toHaveLength(7);
    expect(names).toEqual(
      expect.arrayContaining(["font-family.body", "font-size.heading", "radius", "spacing"]),
    );
  });

  it("carries each value of the look", () => {
    const file = toDesignTokens(STARTER_THEME, "Starter 1.0.0");
    expect(file.$description).toBe("Starter 1.0.0");
    expect(readTokens(JSON.parse(JSON.stringify(file)))).toMatchObject({
      "color.light.muted-text": {
        colorSpace: "srgb",
        components: [0.3373, 0.3647, 0.4196],
        alpha: 1,
        hex: "#565d6b",
      },
      "font-weight.heading": 700,
      "font-size.small": { value: 13.33, unit: "px" },
      "font-size.heading": { value: 27.65, unit: "px" },
      "line-height.body": 1.5,
      radius: { value: 10, unit: "px" },
    });
    const { $extensions } = file;
    expect($extensions).toEqual({
      "drydock.layout": { density: "comfortable", navigation: "tabs", cards: "outlined" },
    });
  });

  it("determines every color by its components", () => {
    const all = Array.from(
      { length: 256 },
      (_, value) => `#${value.toString(16).padStart(2, "0").repeat(3)}`,
    );
    const found = all.map((background) => {
      const colors = { light: { ...STARTER_THEME.colors.light, background }, dark: {} };
      const tokens = readTokens(JSON.parse(JSON.stringify(toDesignTokens({ ...STARTER_THEME, colors }, ""))));
      const { components } = tokens["color.dark.background"] as { components: number[] };
      return `#${components
        .map((one) =>
          Math.round(one * 255)
            .toString(16)
            .padStart(2, "0"),
        )
        .join("")}`;
    });
    expect(found).toEqual(all);
  });
});

describe("toCustomProperties", () => {
  it("sets light colors, dark ones where the system is dark, and either by attribute", () => {
    const css = toCustomProperties(STARTER_THEME, "starter 1.0.0");
    expect(css.startsWith("/* starter 1.0.0 */\n:root {\n")).toBe(true);
    expect(css.match(/--color-background: #f5f6f8;/g)).toHaveLength(1);
    expect(css.match(/--color-background: #111317;/g)).toHaveLength(2);
    expect(css.match(/^ *(.*) \{$/gm)?.map((line) => line.trim())).toEqual([
      ":root {",
      '[data-color-scheme="light"] {',
      "@media (prefers-color-scheme: dark) {",
      ':root:not([data-color-scheme="light"]) {',
      '[data-color-scheme="dark"] {',
    ]);
    expect(css.split("{")).toHaveLength(css.split("}").length);
    expect(css).toContain('--font-family-body: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;');
    expect(css).toContain("--font-size-heading: 27.65px;");
  });
});
