"use client";

import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { SERVER_UNREACHABLE } from "../../_trpc/problem";
import { PlainButton } from "../../_ui/actions/button";
import { signInWithPassword } from "../../_ui/session";
import { PasswordField, useFields } from "../../sign-up/_components/form-fields";
import { ProviderButtons, type SignInProvider } from "./provider-buttons";
import classes from "./sign-in-form.module.css";

type SignInFormProps = {
  /** Validated: a path of this origin. */
  callbackUrl: string;
  providers: SignInProvider[];
  /** Error code of next-auth's redirect. */
  errorCode: string | undefined;
};

export function SignInForm({ callbackUrl, providers, errorCode }: SignInFormProps) {
  const [problem, setProblem] = useState(describeRedirectError(errorCode));
  const [isBusy, setIsBusy] = useState(false);
  const { form, field, read } = useFields(["email", "password"]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const values = read();
    setIsBusy(true);
    setProblem(undefined);
    try {
      const error = await signInWithPassword(values, callbackUrl);
      if (error === undefined) return;
      setProblem(describePasswordError(error));
    } catch {
      setProblem(SERVER_UNREACHABLE);
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

/** The same message for every refused password: it must not reveal which addresses have an account. */
const PASSWORD_ERRORS: Record<string, string> = {
  CredentialsSignin: "Incorrect email or password.",
  RATE_LIMITED: "Too many attempts. Try again in 15 minutes.",
};
const UNAVAILABLE = "Sign-in is temporarily unavailable. Try again.";
const PROVIDER_FAILED = "Signing in through that provider did not work. Try again, or use your password.";

/** Message of an error code of the password form. */
function describePasswordError(code: string): string {
  return PASSWORD_ERRORS[code] ?? UNAVAILABLE;
}

/** Message of the error code in the URL. The code is untrusted and never displayed. */
function describeRedirectError(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return PASSWORD_ERRORS[code] ?? PROVIDER_FAILED;
}
