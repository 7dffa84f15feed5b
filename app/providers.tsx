"use client";

import { MantineProvider } from "@mantine/core";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { ClockProvider } from "./_ui/data/clock";
import { cssVariables, theme } from "./theme";

type ProvidersProps = {
  nonce: string;
  /** Time of rendering on the server, so that relative times hydrate to the same text. */
  now: number;
  children: ReactNode;
};

/** Container of toasts from `notifications.show()`, loaded after the page. */
const Toasts = dynamic(
  async () => {
    await import("@mantine/notifications/styles.layer.css");
    return (await import("@mantine/notifications")).Notifications;
  },
  { ssr: false },
);

export function Providers({ nonce, now, children }: ProvidersProps) {
  shareNonce(nonce);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <ClockProvider now={now}>{children}</ClockProvider>
      <Toasts position="bottom-right" autoClose={6000} limit={3} containerWidth={400} />
    </MantineProvider>
  );
}

/** The scroll lock of Mantine's dialogs inserts a style element and reads its nonce from this global. */
function shareNonce(nonce: string): void {
  if (typeof window !== "undefined") Reflect.set(window, "__webpack_nonce__", nonce);
}
