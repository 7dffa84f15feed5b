"use client";

import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useFields } from "@/app/_components/forms/fields.tsx";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { CardPage } from "@/app/_components/frame/standalone-page.tsx";
import { PlainButton } from "@/app/_ui/actions/button.tsx";

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
      const { plainClient } = await import("@/app/_trpc/plain-client.ts");
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
