"use client";

import { onDemand } from "@/app/_ui/actions/on-demand.tsx";

const SecondStep = onDemand(() =>
  import("@/app/_components/sign-in/second-step.tsx").then((module) => module.SecondStep),
);

/** Lazily loaded second step that ends at `callbackUrl`, or at sign-in. */
export function SecondStepAfterProvider({ callbackUrl }: { callbackUrl: string }) {
  return (
    <SecondStep
      onSignedIn={async () => window.location.assign(callbackUrl)}
      onRestart={(code) => window.location.assign(code ? `/sign-in?error=${code}` : "/sign-in")}
    />
  );
}
