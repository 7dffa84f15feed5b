"use client";

import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
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
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "", password: "" } });

  async function submit(values: typeof form.values) {
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
      <form className={classes.form} onSubmit={form.onSubmit(submit)}>
        <TextInput
          label="Email"
          type="email"
          size="md"
          autoComplete="username"
          required
          withAsterisk={false}
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          size="md"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button type="submit" size="md" loading={isBusy} fullWidth>
          Sign in
        </Button>
      </form>
      {providers.length > 0 && <ProviderButtons providers={providers} callbackUrl={callbackUrl} />}
    </>
  );
}
