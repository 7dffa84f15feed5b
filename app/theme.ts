import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from "@mantine/core";

/**
 * Mantine theme. Colors come from `tokens.css`, and Mantine's variables refer to them,
 * so that CSS modules and Mantine components look alike.
 */
export const theme: MantineThemeOverride = {
  primaryColor: "accent",
  primaryShade: 7,
  colors: {
    accent: tuple("#eef8fc #d9eef6 #b3ddec #85c8e0 #5fbcdc #2f9ac1 #1583ab #0d6c90 #0b5875 #09445b"),
    gray: tuple("#fafafa #f4f4f5 #e8e8eb #d3d3d9 #b4b4bc #84848e #686872 #565660 #313138 #18181b"),
    dark: tuple("#ededf0 #c9c9d1 #a8a8b3 #90909b #393940 #26262b #1a1a1e #19191c #141417 #0f0f11"),
    red: tuple("#fff3f4 #fdebed #fad0d5 #f6a9b2 #f58a95 #ee5d6c #d63447 #c0283b #b31f33 #86182a"),
    green: tuple("#f1faf5 #e6f5ec #c5e8d3 #94d5b0 #62cf94 #3dba78 #1f9254 #1b7a47 #17693d #124f2f"),
    yellow: tuple("#fef8ec #fdf2dd #f9e0b3 #f2c97c #e5b05a #dd9b2e #c27803 #9a5d00 #855000 #613b00"),
  },
  black: "#18181b",
  fontFamily: "var(--dd-font-sans), system-ui, sans-serif",
  fontFamilyMonospace: "var(--dd-font-mono)",
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  fontWeights: { regular: "400", medium: "500", bold: "600" },
  lineHeights: { xs: "1.4", sm: "1.5", md: "1.5", lg: "1.5", xl: "1.4" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "0.25rem", sm: "0.375rem", md: "0.5rem", lg: "0.75rem", xl: "1rem" },
  defaultRadius: "sm",
  headings: { fontWeight: "600", textWrap: "balance" },
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    Notification: { defaultProps: { withBorder: true, closeButtonProps: { "aria-label": "Dismiss" } } },
  },
};

/** Mantine's semantic variables as tokens, which define both color schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: semanticVariables,
  dark: semanticVariables,
});

const semanticVariables = {
  "--mantine-color-body": "var(--dd-bg)",
  "--mantine-color-text": "var(--dd-text)",
  "--mantine-color-bright": "var(--dd-text)",
  "--mantine-color-dimmed": "var(--dd-text-muted)",
  "--mantine-color-placeholder": "var(--dd-text-faint)",
  "--mantine-color-anchor": "var(--dd-accent-text)",
  "--mantine-color-error": "var(--dd-bad-text)",
  "--mantine-color-success": "var(--dd-ok-text)",
  "--mantine-color-default": "var(--dd-bg-raised)",
  "--mantine-color-default-hover": "var(--dd-bg-hover)",
  "--mantine-color-default-color": "var(--dd-text)",
  "--mantine-color-default-border": "var(--dd-line-strong)",
  "--mantine-color-disabled": "var(--dd-bg-sunken)",
  "--mantine-color-disabled-color": "var(--dd-text-faint)",
  "--mantine-color-disabled-border": "var(--dd-line)",
  "--mantine-color-accent-filled": "var(--dd-accent)",
  "--mantine-color-accent-filled-hover": "var(--dd-accent-hover)",
  ...softVariant("accent", "info"),
  ...softVariant("gray", "idle"),
  ...softVariant("green", "ok"),
  ...softVariant("yellow", "warn"),
  ...softVariant("red", "bad"),
};

/** The "light" variant of alerts, badges and buttons, in the colors of a status. */
function softVariant(color: string, tone: string): Record<string, string> {
  return {
    [`--mantine-color-${color}-light`]: `var(--dd-${tone}-soft)`,
    [`--mantine-color-${color}-light-hover`]: `color-mix(in srgb, var(--dd-${tone}-dot) 12%, var(--dd-${tone}-soft))`,
    [`--mantine-color-${color}-light-color`]: `var(--dd-${tone}-text)`,
    [`--mantine-color-${color}-text`]: `var(--dd-${tone}-text)`,
  };
}

function tuple(shades: string): MantineColorsTuple {
  return shades.split(" ") as unknown as MantineColorsTuple;
}
