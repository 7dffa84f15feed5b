import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { theme } from "./theme";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const [lightCss = "", darkCss = ""] = css.split('[data-mantine-color-scheme="dark"]');
const schemes = { light: readTokens(lightCss), dark: readTokens(darkCss) };

const surfaces = ["bg", "bg-subtle", "bg-sunken", "bg-raised", "bg-hover"];
const tones = ["idle", "info", "ok", "warn", "bad"];

/** [foreground, background, minimum ratio]: 4.5 for text, 3 for non-text content (WCAG 1.4.3, 1.4.11). */
const pairs: [string, string, number][] = [
  ...surfaces.flatMap((surface): [string, string, number][] => [
    ["text", surface, 7],
    ["text-muted", surface, 4.5],
    ["text-faint", surface, 4.5],
    ["accent-text", surface, 4.5],
    ["bad-text", surface, 4.5],
    ["focus", surface, 3],
    ...tones.map((tone): [string, string, number] => [`${tone}-dot`, surface, 3]),
  ]),
  ...tones.flatMap((tone): [string, string, number][] => [
    [`${tone}-text`, `${tone}-soft`, 4.5],
    [`${tone}-dot`, `${tone}-soft`, 3],
    ["text", `${tone}-soft`, 7],
  ]),
  // Log colors on a plain, a selected and a matching line.
  ...["bg-subtle", "warn-soft", "bg-active"].flatMap((surface): [string, string, number][] =>
    ["bad-text", "ok-text", "warn-text", "info-text", "log-blue", "log-magenta", "text-muted"].map(
      (color): [string, string, number] => [color, surface, 4.5],
    ),
  ),
  ["text", "bg-active", 7],
  ["text-muted", "bg-active", 4.5],
  ["line-control", "bg", 3],
  ["line-control", "bg-raised", 3],
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-hover", 4.5],
  ["accent-text", "accent-soft", 4.5],
];

describe.each(Object.entries(schemes))("the %s scheme", (_name, tokens) => {
  it.each(pairs)("%s on %s has a contrast of at least %d", (foreground, background, least) => {
    expect(contrast(token(tokens, foreground), token(tokens, background))).toBeGreaterThanOrEqual(least);
  });

  it("names the same tokens as the other", () => {
    expect(Object.keys(tokens).sort()).toEqual(Object.keys(schemes.light).sort());
  });
});

describe("filled buttons", () => {
  it.each(["accent", "red", "green", "yellow"])("carry white text on %s", (name) => {
    const shades = theme.colors?.[name] ?? [];
    expect(contrast("#ffffff", String(shades[7]))).toBeGreaterThanOrEqual(4.5);
    expect(contrast("#ffffff", String(shades[8]))).toBeGreaterThanOrEqual(4.5);
  });
});

function readTokens(source: string): Record<string, string> {
  return Object.fromEntries(
    [...source.matchAll(/--dd-([a-z-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]),
  );
}

function token(tokens: Record<string, string>, name: string): string {
  const value = tokens[name];
  if (!value) throw new Error(`tokens.css has no --dd-${name}`);
  return value;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
