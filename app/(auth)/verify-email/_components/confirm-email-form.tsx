"use client";

import { useState } from "react";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { PlainButton } from "@/app/_ui/actions/button.tsx";

/** A button, since mail programs open links on their own. */
export function ConfirmEmailForm({
  token,
  label,
  nextHref,
}: {
  token: string;
  label: string;
  nextHref: string;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function confirm() {
    setIsBusy(true);
    setError(null);
    try {
      const { plainClient } = await import("@/app/_trpc/plain-client.ts");
      await plainClient.settings.confirmEmail.mutate({ token });
      window.location.assign(nextHref);
    } catch (refusal) {
      setError(refusal);
      setIsBusy(false);
    }
  }

  return (
    <div className={formClasses.form}>
      <FormProblem error={error} fields={[]} />
      <PlainButton variant="filled" size="md" isBusy={isBusy} onClick={confirm}>
        {label}
      </PlainButton>
    </div>
  );
}
