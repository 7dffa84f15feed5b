"use client";

import { useState } from "react";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { tenantPath } from "@/app/_paths/builder.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";

/** Accepts an invitation with the present account. */
export function JoinForm({ secret, tenant }: { secret: string; tenant: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function join() {
    setIsBusy(true);
    setError(null);
    try {
      const { plainClient } = await import("@/app/_trpc/plain-client.ts");
      const joined = await plainClient.members.join.mutate({ secret });
      window.location.assign(tenantPath(joined.tenant));
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
