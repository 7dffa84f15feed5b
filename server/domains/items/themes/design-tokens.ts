import { COLORS, FONT_STACKS, paletteOf, SCHEMES, type Scheme, toFontStack } from "@/shared/plugin/theme.ts";
import type { ThemeConfig } from "@/shared/plugin/theme-config.ts";

/** Media type of design tokens by the Format Module. */
export const DESIGN_TOKENS_MEDIA_TYPE = "application/design-tokens+json";

/**
 * Look of a theme as design tokens of the W3C Design Tokens Community Group (Format and Color Modules 2025.10). What has no
 * token type, such as the density, is an extension.
 */
export function toDesignTokens(config: ThemeConfig, description: string) {
  const { typography, layout } = config;
  return {
    $description: description,
    $extensions: {
      "drydock.layout": {
        density: layout.density,
        navigation: layout.navigation,
        cards: layout.cards,
      },
    },
    color: {
      $type: "color",
      ...Object.fromEntries(SCHEMES.map((scheme) => [scheme, toColorTokens(config, scheme)])),
    },
    "font-family": {
      $type: "fontFamily",
      body: { $value: FONT_STACKS[typography.fontFamily] },
      heading: { $value: FONT_STACKS[typography.headingFontFamily] },
    },
    "font-weight": { $type: "fontWeight", heading: { $value: typography.headingWeight } },
    "font-size": {
      $type: "dimension",
      ...Object.fromEntries(sizesOf(typography).map(([name, px]) => [name, { $value: pixels(px) }])),
    },
    "line-height": { $type: "number", body: { $value: typography.lineHeight } },
    radius: { $type: "dimension", $value: pixels(layout.radius) },
    spacing: { $type: "dimension", $value: pixels(layout.spacing) },
  };
}

/** Look of a theme as a style sheet of custom properties: light, dark where the reader prefers it, and either by attribute. */
export function toCustomProperties(config: ThemeConfig, title: string): string {
  const { typography, layout } = config;
  const shared: Declaration[] = [
    ["font-family-body", toFontStack(typography.fontFamily)],
    ["font-family-heading", toFontStack(typography.headingFontFamily)],
    ["font-weight-heading", String(typography.headingWeight)],
    ...sizesOf(typography).map(([name, px]): Declaration => [`font-size-${name}`, `${px}px`]),
    ["line-height-body", String(typography.lineHeight)],
    ["radius", `${layout.radius}px`],
    ["spacing", `${layout.spacing}px`],
  ];
  const [light, dark] = SCHEMES.map((scheme) => [
    `  color-scheme: ${scheme};`,
    ...toDeclarations(COLORS.map((name) => [`color-${toKebab(name)}`, paletteOf(config, scheme)[name]])),
  ]);
  return [
    `/* ${title} */`,
    block(":root", toDeclarations(shared)),
    block(':root,\n[data-color-scheme="light"]', light ?? []),
    block(
      "@media (prefers-color-scheme: dark)",
      block(':root:not([data-color-scheme="light"])', dark ?? [])
        .split("\n")
        .map((line) => `  ${line}`),
    ),
    block('[data-color-scheme="dark"]', dark ?? []),
    "",
  ].join("\n");
}

type Declaration = [name: string, value: string];

const toDeclarations = (declarations: Declaration[]): string[] =>
  declarations.map(([name, value]) => `  --${name}: ${value};`);

const block = (selector: string, lines: string[]): string => [`${selector} {`, ...lines, "}"].join("\n");

const toKebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function toColorTokens(config: ThemeConfig, scheme: Scheme) {
  const palette = paletteOf(config, scheme);
  return Object.fromEntries(COLORS.map((name) => [toKebab(name), { $value: toColor(palette[name]) }]));
}

/** Components are rounded to four digits, which determine all 256 values. */
function toColor(hex: string) {
  const components = [1, 3, 5].map((start) =>
    round(Number.parseInt(hex.slice(start, start + 2), 16) / 255, 4),
  );
  return { colorSpace: "srgb", components, alpha: 1, hex };
}

/** Sizes that the preview shows: headings are three steps of the scale above the body. */
function sizesOf({ baseSize, scale }: ThemeConfig["typography"]): [name: string, px: number][] {
  return [
    ["small", Math.max(MIN_SIZE_PX, round(baseSize / scale, 2))],
    ["body", baseSize],
    ["title", round(baseSize * scale, 2)],
    ["heading", round(baseSize * scale ** 3, 2)],
  ];
}

const MIN_SIZE_PX = 12;

const pixels = (value: number) => ({ value, unit: "px" });

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
