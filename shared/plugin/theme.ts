import type { Palette, ThemeConfig } from "./theme-config.ts";

/** Generic font families, which an app maps to the fonts of its platform. */
export const FONTS = ["system", "humanist", "rounded", "serif", "slab", "mono"] as const;
export type Font = (typeof FONTS)[number];

/** Fonts that devices bring, by preference; none is downloaded. */
export const FONT_STACKS: Record<Font, readonly string[]> = {
  system: ["system-ui", "-apple-system", "Segoe UI", "Roboto", "sans-serif"],
  humanist: ["Seravek", "Gill Sans Nova", "Ubuntu", "Calibri", "DejaVu Sans", "sans-serif"],
  rounded: [
    "ui-rounded",
    "Hiragino Maru Gothic ProN",
    "Quicksand",
    "Arial Rounded MT Bold",
    "Calibri",
    "sans-serif",
  ],
  serif: ["Iowan Old Style", "Palatino Linotype", "URW Palladio L", "Georgia", "serif"],
  slab: ["Rockwell", "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", "serif"],
  mono: ["ui-monospace", "SF Mono", "Cascadia Code", "Menlo", "Consolas", "monospace"],
};

/** Font stack in CSS; names of more than one word are quoted. */
export const toFontStack = (font: Font): string =>
  FONT_STACKS[font].map((name) => (name.includes(" ") ? `"${name}"` : name)).join(", ");

export const HEADING_WEIGHTS = [400, 500, 600, 700, 800, 900] as const;
export const DENSITIES = ["compact", "comfortable"] as const;
export const NAVIGATIONS = ["tabs", "drawer"] as const;
export const CARDS = ["outlined", "filled", "raised"] as const;

/** Bounds of a theme's numbers, and their step in the editor. */
export const RANGES = {
  baseSize: { min: 12, max: 24, step: 1 },
  scale: { min: 1.05, max: 1.5, step: 0.01 },
  lineHeight: { min: 1.2, max: 2, step: 0.05 },
  radius: { min: 0, max: 32, step: 1 },
  spacing: { min: 4, max: 24, step: 1 },
} as const satisfies Record<string, { min: number; max: number; step: number }>;

/** Colors of a palette in display order. */
export const COLORS = ["background", "surface", "text", "mutedText", "border", "accent", "onAccent"] as const;
export type ColorName = (typeof COLORS)[number];

export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Minimum contrast for text by WCAG 2.2 AA (1.4.3). */
const AA_TEXT = 4.5;

/** Foreground and background pairs that an app shows. */
const CONTRAST_PAIRS: readonly { color: ColorName; on: ColorName; what: string }[] = [
  { color: "text", on: "background", what: "Text on the background" },
  { color: "text", on: "surface", what: "Text on cards" },
  { color: "mutedText", on: "background", what: "Muted text on the background" },
  { color: "mutedText", on: "surface", what: "Muted text on cards" },
  { color: "accent", on: "background", what: "Links on the background" },
  { color: "accent", on: "surface", what: "Links on cards" },
  { color: "onAccent", on: "accent", what: "Text on buttons" },
];

/** Accessibility warning for the publisher. `path` names the field as in a validation error. */
export interface ThemeWarning {
  path: string;
  kind: "CONTRAST" | "MISSING_DARK";
  message: string;
  /** Actual and minimum ratio. */
  contrast?: { ratio: number; needed: number; scheme: Scheme };
}

/** Effective palette: colors absent from the dark palette are those of the light one. */
export function paletteOf({ colors }: ThemeConfig, scheme: Scheme): Palette {
  if (scheme === "light") return colors.light;
  const given = Object.entries(colors.dark).filter(([, hex]) => hex !== undefined);
  return { ...colors.light, ...Object.fromEntries(given) };
}

/** Warnings about text below WCAG AA in either palette, and about colors without a dark variant. */
export function warningsOf(config: ThemeConfig): ThemeWarning[] {
  return [...missingDark(config), ...SCHEMES.flatMap((scheme) => lowContrasts(config, scheme))];
}

/** Contrast of two colors by WCAG 2.x, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function missingDark({ colors }: ThemeConfig): ThemeWarning[] {
  const missing = COLORS.filter((name) => colors.dark[name] === undefined);
  if (missing.length === COLORS.length) {
    return [
      {
        path: "colors.dark",
        kind: "MISSING_DARK",
        message: "There is no dark palette; apps stay light in dark mode.",
      },
    ];
  }
  return missing.map((name) => ({
    path: `colors.dark.${name}`,
    kind: "MISSING_DARK" as const,
    message: "There is no dark variant; apps use the light color in dark mode.",
  }));
}

function lowContrasts(config: ThemeConfig, scheme: Scheme): ThemeWarning[] {
  const palette = paletteOf(config, scheme);
  // Without a dark palette the dark scheme equals the light one, which was checked.
  if (scheme === "dark" && COLORS.every((name) => config.colors.dark[name] === undefined)) return [];
  return CONTRAST_PAIRS.flatMap(({ color, on, what }) => {
    const ratio = contrastRatio(palette[color], palette[on]);
    if (ratio >= AA_TEXT) return [];
    return [
      {
        path: `colors.${scheme}.${color}`,
        kind: "CONTRAST" as const,
        message: `${what} has a contrast of ${formatRatio(ratio)}; WCAG AA requires ${AA_TEXT}.`,
        contrast: { ratio, needed: AA_TEXT, scheme },
      },
    ];
  });
}

/** Truncated, not rounded, so that 4.499 does not read as 4.5. */
export const formatRatio = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2);

/** Relative luminance by WCAG 2.x of a color such as `#1b2430`. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255),
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

/** URL path of an image. */
export const previewPath = (previewId: string, width: number): string =>
  `/api/previews/${previewId}/${width}`;
