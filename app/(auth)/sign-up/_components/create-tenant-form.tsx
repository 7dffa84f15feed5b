"use client";

import { useState } from "react";
import { useFields } from "@/app/_components/forms/fields.tsx";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { tenantPath } from "@/app/_paths/builder.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { WorkspaceNameField } from "@/app/(auth)/_components/account-fields.tsx";

export function CreateTenantForm() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { form, field, onSubmit } = useFields(["name"]);

  const submit = onSubmit(async (values) => {
    setIsBusy(true);
    setError(null);
    try {
      const { plainClient } = await import("@/app/_trpc/plain-client.ts");
      const { slug } = await plainClient.tenants.create.mutate(values);
      window.location.assign(tenantPath(slug));
    } catch (refusal) {
      setError(refusal);
      setIsBusy(false);
      throw refusal;
    }
  });

  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      <FormProblem error={error} fields={["name"]} />
      <WorkspaceNameField {...field("name")} />
      <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
        Create workspace
      </PlainButton>
    </form>
  );
}
