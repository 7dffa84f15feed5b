import localFont from "next/font/local";

/** Inter, Latin subset, weights 100 to 900. Next adds a fallback with matched metrics, so the swap moves nothing. */
export const sans = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--dd-font-sans",
  display: "swap",
});

/** JetBrains Mono, Latin subset, weights 100 to 800. Preloaded too: code wraps differently in the fallback. */
export const mono = localFont({
  src: "../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
  weight: "100 800",
  variable: "--dd-font-mono",
  display: "swap",
  fallback: ["ui-monospace", "SF Mono", "Menlo", "Consolas", "DejaVu Sans Mono", "monospace"],
  adjustFontFallback: false,
});
