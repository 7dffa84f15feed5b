import type { FONTS } from "@/server/themes/policy.ts";

export type Font = (typeof FONTS)[number];

/** What each typeface is called, and the nearest that the reader's own device has; nothing is loaded. */
const kinds: Record<Font, { label: string; stack: string }> = {
  system: { label: "System", stack: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" },
  humanist: {
    label: "Humanist",
    stack: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', sans-serif",
  },
  rounded: {
    label: "Rounded",
    stack: "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, 'Arial Rounded MT Bold', Calibri, sans-serif",
  },
  serif: {
    label: "Serif",
    stack: "'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', Georgia, serif",
  },
  slab: {
    label: "Slab",
    stack: "Rockwell, 'Rockwell Nova', 'Roboto Slab', 'DejaVu Serif', 'Sitka Small', serif",
  },
  mono: { label: "Mono", stack: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace" },
};

export const describeFont = (font: Font): string => kinds[font].label;
export const stackOf = (font: Font): string => kinds[font].stack;
