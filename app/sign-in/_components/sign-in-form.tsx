"use client";

import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { PlainButton } from "../../_ui/actions/button";
import { PasswordField, useFields } from "../../sign-up/_components/form-fields";
import { ProviderButtons, type SignInProvider } from "./provider-buttons";
import classes from "./sign-in-form.module.css";

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

export const SERVER_SILENT = "The server did not answer. Check your connection and try again.";

/** One sentence for every refused password: it tells nobody which addresses have an account. */
const PASSWORD_PROBLEMS: Record<string, string> = {
  CredentialsSignin: "That did not work. Check your email and password, and try again.",
  RATE_LIMITED: "Too many attempts. Wait a quarter of an hour and try again.",
};
const NOT_NOW = "Signing in is not possible right now. Try again in a moment.";
const PROVIDER_FAILED = "Signing in through that provider did not work. Try again, or use your password.";

/** Says an error code of the password form. */
export function passwordProblem(code: string | null | undefined): string {
  return PASSWORD_PROBLEMS[code ?? ""] ?? NOT_NOW;
}

/** Says the code in the URL. It is never shown itself, because anybody can write it there. */
export function returnProblem(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return PASSWORD_PROBLEMS[code] ?? PROVIDER_FAILED;
}
