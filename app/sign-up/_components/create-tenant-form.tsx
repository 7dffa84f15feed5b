"use client";

import { TextInput } from "@mantine/core";
import { useState } from "react";
import formClasses from "../../_components/forms/form.module.css";
import { FormProblem } from "../../_components/forms/form-problem";
import { PlainButton } from "../../_ui/actions/button";
import { useFields } from "./form-fields";

export function CreateTenantForm() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { form, field, onSubmit } = useFields(["name"]);

  const submit = onSubmit(async (values) => {
    setIsBusy(true);
    setError(null);
    try {
      const { plainClient } = await import("../../_trpc/plain-client");
      const { slug } = await plainClient.tenants.create.mutate(values);
      window.location.assign(`/builder/${slug}`);
    } catch (refusal) {
      setError(refusal);
      setIsBusy(false);
      throw refusal;
    }
  });

  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      <FormProblem error={error} fields={["name"]} />
      <TextInput
        label="Workspace name"
        description="Your team or company. You can change it later."
        size="md"
        required
        withAsterisk={false}
        autoComplete="organization"
        maxLength={80}
        {...field("name")}
      />
      <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
        Create workspace
      </PlainButton>
    </form>
  );
}
