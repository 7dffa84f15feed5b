"use client";

import { useState } from "react";
import { PasswordField, useFields } from "@/app/_components/forms/fields.tsx";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { SIGN_IN_PATH } from "@/app/_paths/account.ts";
import { ButtonLink, PlainButton } from "@/app/_ui/actions/button.tsx";

export function ResetPasswordForm({ token, email }: { token: string; email: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isDone, setIsDone] = useState(false);
  const { form, field, onSubmit } = useFields(["password"]);

  const submit = onSubmit(async ({ password }) => {
    setIsBusy(true);
    setError(null);
    try {
      const { plainClient } = await import("@/app/_trpc/plain-client.ts");
      await plainClient.emailLinks.resetPassword.mutate({ token, password });
      setIsDone(true);
    } catch (refusal) {
      setError(refusal);
      throw refusal;
    } finally {
      setIsBusy(false);
    }
  });

  if (isDone) {
    return (
      <div className={formClasses.form}>
        <p role="status">Your password was changed.</p>
        <ButtonLink href={SIGN_IN_PATH} variant="filled" size="md">
          Sign in
        </ButtonLink>
      </div>
    );
  }
  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      <FormProblem error={error} fields={["password"]} />
      {/* Tells password managers which account it is. */}
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField
        label="New password"
        description="At least 10 characters. Common passwords are not allowed."
        size="md"
        required
        withAsterisk={false}
        autoComplete="new-password"
        {...field("password")}
      />
      <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
        Change password
      </PlainButton>
    </form>
  );
}
