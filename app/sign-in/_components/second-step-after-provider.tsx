"use client";

import dynamic from "next/dynamic";

const SecondStep = dynamic(() => import("./second-step").then((module) => module.SecondStep), {
  ssr: false,
});

/** Lazily loaded second step that ends at `callbackUrl`, or at sign-in. */
export function SecondStepAfterProvider({ callbackUrl }: { callbackUrl: string }) {
  return (
    <SecondStep
      onSignedIn={async () => window.location.assign(callbackUrl)}
      onRestart={(code) => window.location.assign(code ? `/sign-in?error=${code}` : "/sign-in")}
    />
  );
}
