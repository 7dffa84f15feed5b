import localFont from "next/font/local";

/** Inter, Latin subset, weights 100 to 900. Next adds a fallback with the metrics of Arial. */
export const sans = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--dd-font-sans",
  display: "swap",
  fallback: ["Inter for DejaVu"],
});

/** JetBrains Mono, Latin subset, weights 100 to 800. The fallback that Next would add is proportional. */
export const mono = localFont({
  src: "../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
  weight: "100 800",
  variable: "--dd-font-mono",
  display: "swap",
  fallback: [
    "JetBrains Mono for Menlo",
    "JetBrains Mono for Consolas",
    "JetBrains Mono for Courier",
    "ui-monospace",
    "monospace",
  ],
  adjustFontFallback: false,
});
