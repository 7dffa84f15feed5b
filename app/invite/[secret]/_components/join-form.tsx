"use client";

import { useState } from "react";
import { PlainButton } from "../../../_ui/actions/button";
import formClasses from "../../../builder/_components/form.module.css";
import { FormProblem } from "../../../builder/_components/form-problem";

/** Accepts an invitation with the present account. */
export function JoinForm({ secret, tenant }: { secret: string; tenant: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function join() {
    setIsBusy(true);
    setError(null);
    try {
      const { plainClient } = await import("../../../_trpc/plain-client");
      const joined = await plainClient.tenants.join.mutate({ secret });
      window.location.assign(`/builder/${joined.tenant}`);
    } catch (refusal) {
      setError(refusal);
      setIsBusy(false);
    }
  }

  return (
    <div className={formClasses.form}>
      <FormProblem error={error} fields={[]} />
      <PlainButton variant="filled" size="md" isBusy={isBusy} onClick={join}>
        Join {tenant}
      </PlainButton>
    </div>
  );
}
