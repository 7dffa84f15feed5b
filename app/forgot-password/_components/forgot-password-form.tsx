"use client";

import { TextInput } from "@mantine/core";
import { useState } from "react";
import formClasses from "../../_components/forms/form.module.css";
import { FormProblem } from "../../_components/forms/form-problem";
import { PlainButton } from "../../_ui/actions/button";
import { useFields } from "../../sign-up/_components/form-fields";

export function ForgotPasswordForm() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [sentTo, setSentTo] = useState<string>();
  const { form, field, onSubmit } = useFields(["email"]);

  const submit = onSubmit(async (values) => {
    setIsBusy(true);
    setError(null);
    try {
      const { plainClient } = await import("../../_trpc/plain-client");
      await plainClient.emailLinks.requestReset.mutate(values);
      setSentTo(values.email.trim());
    } catch (refusal) {
      setError(refusal);
      throw refusal;
    } finally {
      setIsBusy(false);
    }
  });

  if (sentTo) {
    return (
      <div className={formClasses.form} role="status">
        <p>
          <strong>Check your email.</strong> If an account exists for {sentTo}, a link is on its way. It works
          once and expires in 30 minutes.
        </p>
      </div>
    );
  }
  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      <FormProblem error={error} fields={["email"]} />
      <TextInput
        label="Email"
        description="We’ll send you a link to choose a new password."
        type="email"
        size="md"
        autoComplete="username"
        required
        withAsterisk={false}
        {...field("email")}
      />
      <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
        Send reset link
      </PlainButton>
    </form>
  );
}
