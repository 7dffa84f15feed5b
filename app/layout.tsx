import "./globals.css";
import "./font-fallbacks.css";
import "@mantine/core/styles.layer.css";
import "./mantine-variables.css";
import "./controls.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "./providers";

export const metadata: Metadata = {
  title: { default: "Drydock", template: "%s · Drydock" },
  description: "Publish plugins and themes to a moderated marketplace and build mobile apps.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafafa" },
    { media: "(prefers-color-scheme: dark)", color: "#141417" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? "";
  return (
    <html lang="en" className={`${sans.variable} ${mono.variable}`} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <Providers nonce={nonce} now={Date.now()}>
          {children}
        </Providers>
      </body>
    </html>
  );
}

/** Inter, Latin subset, weights 100 to 900. Next adds a fallback with the metrics of Arial. */
const sans = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--dd-font-sans",
  display: "swap",
  fallback: ["Inter for DejaVu"],
});

/** JetBrains Mono, Latin subset, weights 100 to 800. The fallback that Next would add is proportional. */
const mono = localFont({
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
