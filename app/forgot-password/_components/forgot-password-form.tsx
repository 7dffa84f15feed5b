"use client";

import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import formClasses from "../../_components/forms/form.module.css";
import { FormProblem } from "../../_components/forms/form-problem";
import { PlainButton } from "../../_ui/actions/button";
import { CardPage } from "../../_ui/frame/card-page";
import { useFields } from "../../sign-up/_components/form-fields";

/** Page of the form. Its heading changes with what it asks for. */
export function ForgotPasswordForm({ foot }: { foot: ReactNode }) {
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
      <CardPage title="Check your email" foot={foot}>
        <p role="status">
          If an account exists for {sentTo}, a link is on its way. It works once and expires in 30 minutes.
        </p>
      </CardPage>
    );
  }
  return (
    <CardPage title="Forgot password?" foot={foot}>
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
    </CardPage>
  );
}
