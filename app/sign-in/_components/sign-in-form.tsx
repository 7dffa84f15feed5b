"use client";

import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { PlainButton } from "../../_ui/actions/plain-button";
import { PasswordField } from "../../sign-up/_components/form-fields";
import { useFields } from "../../sign-up/_components/use-fields";
import { ProviderButtons, type SignInProvider } from "./provider-buttons";
import classes from "./sign-in-form.module.css";
import { passwordProblem, returnProblem, SERVER_SILENT } from "./sign-in-problem";

type SignInFormProps = {
  /** Already checked: a path on this origin. */
  callbackUrl: string;
  providers: SignInProvider[];
  /** Why next-auth sent the reader back here without a session. */
  errorCode: string | undefined;
};

export function SignInForm({ callbackUrl, providers, errorCode }: SignInFormProps) {
  const [problem, setProblem] = useState(returnProblem(errorCode));
  const [isBusy, setIsBusy] = useState(false);
  const { form, field, read } = useFields(["email", "password"]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const values = read();
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { signIn } = await import("next-auth/react");
      const result = await signIn("credentials", { ...values, callbackUrl, redirect: false });
      if (result?.ok && !result.error) return window.location.assign(callbackUrl);
      setProblem(passwordProblem(result?.error));
    } catch {
      setProblem(SERVER_SILENT);
    }
    setIsBusy(false);
  }

  return (
    <>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <form ref={form} className={classes.form} onSubmit={submit}>
        <TextInput
          label="Email"
          type="email"
          size="md"
          autoComplete="username"
          required
          withAsterisk={false}
          {...field("email")}
        />
        <PasswordField
          label="Password"
          size="md"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...field("password")}
        />
        <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
          Sign in
        </PlainButton>
      </form>
      {providers.length > 0 && <ProviderButtons providers={providers} callbackUrl={callbackUrl} />}
    </>
  );
}
