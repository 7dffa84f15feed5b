"use client";

import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { SignInError } from "@/server/auth/sign-in-errors.ts";
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
  /** Error code in the URL; untrusted. */
  errorCode?: string | undefined;
  /** Email to begin with. */
  email?: string;
  /** Instead of a full load of `callbackUrl`. */
  onSignedIn?: () => Promise<void>;
};

export function SignInForm({ callbackUrl, providers, errorCode, email, onSignedIn }: SignInFormProps) {
  const [problem, setProblem] = useState(errorCode === undefined ? undefined : describeError(errorCode));
  const [isBusy, setIsBusy] = useState(false);
  const { form, field, onSubmit } = useFields(["email", "password"]);

  const submit = onSubmit(async (values) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const error = await signInWithPassword(values);
      // Stays busy until the next page is loaded.
      if (error === undefined) return onSignedIn ? await onSignedIn() : window.location.assign(callbackUrl);
      setProblem(describeError(error));
    } catch {
      setProblem(SERVER_UNREACHABLE);
    }
    setIsBusy(false);
  });

  return (
    <>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label="Email"
          type="email"
          size="md"
          autoComplete="username"
          required
          withAsterisk={false}
          defaultValue={email}
          {...field("email")}
        />
        <PasswordField
          label="Password"
          size="md"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...(email && { "data-autofocus": true })}
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

const UNAVAILABLE = "Sign-in is temporarily unavailable. Try again.";
const PROVIDER_FAILED = "Sign-in with the provider was canceled or failed. Try again or use your password.";

/** Messages of error codes. One for every refused password: it must not reveal which addresses have an account. */
const MESSAGES: Record<SignInError, string> = {
  CredentialsSignin: "Incorrect email or password.",
  RATE_LIMITED: "Too many attempts. Try again in 15 minutes.",
  UNAVAILABLE,
  INTERNAL: UNAVAILABLE,
  AccountNotLinked:
    "This provider account can’t be used here. If you have a Drydock account with this email, sign in with your password.",
  EmailNotVerified: "Your email isn’t verified by the provider. Verify it there, then sign in again.",
  ProfileRejected:
    "The provider sent an invalid name or email. Update your profile there, then sign in again.",
  OAuthSignin: "The provider couldn’t be reached. Try again or use your password.",
  OAuthCallback: PROVIDER_FAILED,
  Callback: PROVIDER_FAILED,
  Configuration: UNAVAILABLE,
  Default: "Sign-in failed. Try again.",
};

/** Message of the error code in the URL or of a response. The code is untrusted and never displayed. */
function describeError(code: string): string {
  const known = Object.hasOwn(MESSAGES, code) ? (code as SignInError) : "Default";
  return MESSAGES[known];
}
