"use client";

import { Button } from "@mantine/core";
import { trpc } from "../../../_trpc/client";
import formClasses from "../../../builder/_components/form.module.css";
import { FormProblem } from "../../../builder/_components/form-problem";

/** For whoever is signed in: one press. */
export function JoinForm({ secret, tenant }: { secret: string; tenant: string }) {
  const join = trpc.tenants.join.useMutation({
    onSuccess: (joined) => window.location.assign(`/builder/${joined.tenant}`),
  });
  return (
    <div className={formClasses.form}>
      <FormProblem error={join.error} fields={[]} />
      <Button
        size="md"
        fullWidth
        loading={join.isPending || join.isSuccess}
        onClick={() => join.mutate({ secret })}
      >
        Join {tenant}
      </Button>
    </div>
  );
}
