"use client";

import { SIGN_IN_PATH, signInErrorPath } from "@/app/_paths/account.ts";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";

const SecondStep = onDemand(() =>
  import("@/app/_components/sign-in/second-step.tsx").then((module) => module.SecondStep),
);

/** Lazily loaded second step that ends at `callbackUrl`, or at sign-in. */
export function SecondStepAfterProvider({ callbackUrl }: { callbackUrl: string }) {
  return (
    <SecondStep
      onSignedIn={async () => window.location.assign(callbackUrl)}
      onRestart={(code) => window.location.assign(code ? signInErrorPath(code) : SIGN_IN_PATH)}
    />
  );
}
