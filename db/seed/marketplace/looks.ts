import type { ThemeConfig } from "./item.ts";

export const NORDIC_NIGHT: ThemeConfig = {
  typography: {
    fontFamily: "system",
    headingFontFamily: "system",
    headingWeight: 600,
    baseSize: 16,
    scale: 1.2,
    lineHeight: 1.5,
  },
  colors: {
    light: {
      background: "#eef2f7",
      surface: "#ffffff",
      text: "#1b2430",
      mutedText: "#4f5d70",
      border: "#cdd6e2",
      accent: "#2f5fa8",
      onAccent: "#ffffff",
    },
    dark: {
      background: "#10161f",
      surface: "#18212e",
      text: "#e6edf6",
      mutedText: "#a3b1c4",
      border: "#2b384a",
      accent: "#7fc8f0",
      onAccent: "#0b1119",
    },
  },
  layout: { radius: 10, spacing: 10, density: "comfortable", navigation: "tabs", cards: "outlined" },
};

export const PAPER_TRAIL: ThemeConfig = {
  typography: {
    fontFamily: "serif",
    headingFontFamily: "serif",
    headingWeight: 700,
    baseSize: 17,
    scale: 1.25,
    lineHeight: 1.7,
  },
  colors: {
    light: {
      background: "#faf6ee",
      surface: "#fffdf8",
      text: "#2a241b",
      mutedText: "#645a4a",
      border: "#e2d8c5",
      accent: "#8a3b1e",
      onAccent: "#fffdf8",
    },
    dark: {
      background: "#1f1b16",
      surface: "#29241d",
      text: "#f1e9db",
      mutedText: "#bdb09a",
      border: "#423a2f",
      accent: "#e8a37c",
      onAccent: "#241a12",
    },
  },
  layout: { radius: 2, spacing: 12, density: "comfortable", navigation: "drawer", cards: "filled" },
};

export const HARBOUR_MIST: ThemeConfig = {
  typography: {
    fontFamily: "humanist",
    headingFontFamily: "rounded",
    headingWeight: 600,
    baseSize: 16,
    scale: 1.18,
    lineHeight: 1.55,
  },
  colors: {
    light: {
      background: "#f3f5f6",
      surface: "#ffffff",
      text: "#22303a",
      mutedText: "#536471",
      border: "#d5dde2",
      accent: "#1f6f8b",
      onAccent: "#ffffff",
    },
    dark: {
      background: "#172026",
      surface: "#1f2a32",
      text: "#e7eef2",
      mutedText: "#a9b9c3",
      border: "#33424d",
      accent: "#84c5d9",
      onAccent: "#10191e",
    },
  },
  layout: { radius: 18, spacing: 12, density: "comfortable", navigation: "tabs", cards: "raised" },
};

export const HIGH_NOON: ThemeConfig = {
  typography: {
    fontFamily: "system",
    headingFontFamily: "system",
    headingWeight: 900,
    baseSize: 19,
    scale: 1.3,
    lineHeight: 1.4,
  },
  colors: {
    light: {
      background: "#ffffff",
      surface: "#ffffff",
      text: "#000000",
      mutedText: "#333333",
      border: "#000000",
      accent: "#000000",
      onAccent: "#ffd400",
    },
    dark: {
      background: "#000000",
      surface: "#000000",
      text: "#ffffff",
      mutedText: "#d0d0d0",
      border: "#ffffff",
      accent: "#ffd400",
      onAccent: "#000000",
    },
  },
  layout: { radius: 0, spacing: 14, density: "comfortable", navigation: "drawer", cards: "outlined" },
};

export const LEDGER_GREEN: ThemeConfig = {
  typography: {
    fontFamily: "system",
    headingFontFamily: "mono",
    headingWeight: 500,
    baseSize: 14,
    scale: 1.12,
    lineHeight: 1.35,
  },
  colors: {
    light: {
      background: "#f7faf7",
      surface: "#ffffff",
      text: "#17231a",
      mutedText: "#4d5f52",
      border: "#cfdcd2",
      accent: "#20713f",
      onAccent: "#ffffff",
    },
    dark: {
      background: "#0f1712",
      surface: "#16211a",
      text: "#e2eee5",
      mutedText: "#9fb5a6",
      border: "#2a3a30",
      accent: "#6fcf8e",
      onAccent: "#0c150f",
    },
  },
  layout: { radius: 4, spacing: 6, density: "compact", navigation: "tabs", cards: "outlined" },
};

/** As they were in earlier versions. */
export const PAPER_TRAIL_1_0: ThemeConfig = {
  ...PAPER_TRAIL,
  typography: { ...PAPER_TRAIL.typography, lineHeight: 1.45 },
};

/** Rejected for the contrast of its muted text. */
export const HARBOUR_MIST_1_0: ThemeConfig = {
  ...HARBOUR_MIST,
  colors: { ...HARBOUR_MIST.colors, light: { ...HARBOUR_MIST.colors.light, mutedText: "#84929d" } },
};

export const LEDGER_GREEN_1_0: ThemeConfig = {
  ...LEDGER_GREEN,
  colors: { light: { ...LEDGER_GREEN.colors.light, accent: "#2b7d2b" }, dark: {} },
  layout: { ...LEDGER_GREEN.layout, spacing: 8 },
};
