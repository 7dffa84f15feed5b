"use client";

import { useState } from "react";
import { readProblem } from "@/app/_trpc/problem.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";

/** Button that mails another verification link. */
export function ResendVerification() {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<string>();

  async function resend() {
    setIsBusy(true);
    try {
      const { plainClient } = await import("@/app/_trpc/plain-client.ts");
      await plainClient.settings.resendVerification.mutate();
      setOutcome("Email sent");
    } catch (error) {
      setOutcome(readProblem(error).message);
    }
    setIsBusy(false);
  }

  return outcome ? (
    <span role="status">{outcome}</span>
  ) : (
    <PlainButton isBusy={isBusy} onClick={resend}>
      Resend email
    </PlainButton>
  );
}
