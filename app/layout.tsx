import "./globals.css";
import "./font-fallbacks.css";
import "@mantine/core/styles.layer.css";
import "./mantine-variables.css";
import "./controls.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { mono, sans } from "./fonts";
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
