"use client";

import { MantineProvider } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { onDemand } from "./_ui/actions/on-demand";
import { ClockProvider } from "./_ui/data/clock";
import { theme } from "./theme";

type ProvidersProps = {
  nonce: string;
  /** Time of rendering on the server, so that relative times hydrate to the same text. */
  now: number;
  children: ReactNode;
};

const Toasts = onDemand(() => import("./_ui/feedback/toasts").then((module) => module.Toasts));

export function Providers({ nonce: responseNonce, now, children }: ProvidersProps) {
  // A refresh brings the nonce of another response; the document's policy stays that of the first.
  const [nonce] = useState(responseNonce);
  shareNonce(nonce);
  return (
    <MantineProvider
      theme={theme}
      // They stand in `mantine-variables.css`.
      withCssVariables={false}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <ClockProvider now={now}>{children}</ClockProvider>
      <Toasts />
    </MantineProvider>
  );
}

/** The scroll lock of Mantine's dialogs inserts a style element and reads its nonce from this global. */
function shareNonce(nonce: string): void {
  if (typeof window !== "undefined") Reflect.set(window, "__webpack_nonce__", nonce);
}
