"use client";

import { TextInput } from "@mantine/core";
import { IconBrandGithub, IconFingerprint, IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { PasswordField, useFields } from "@/app/_components/forms/fields.tsx";
import { SERVER_UNREACHABLE } from "@/app/_trpc/problem.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import type { SignInError } from "@/server/auth/sign-in/sign-in-errors.ts";
import { describeError } from "./describe-error.ts";
import { signInBy } from "./session.ts";
import classes from "./sign-in-form.module.css";

type SignInFormProps = {
  /** Validated: a path of this origin. */
  callbackUrl: string;
  providers: SignInProvider[];
  /** True if passkeys work at this address. */
  hasPasskeys?: boolean;
  /** Error code in the URL; untrusted. */
  errorCode?: string | undefined;
  /** Email to begin with. */
  email?: string;
  /** Instead of a full load of `callbackUrl`. */
  onSignedIn?: () => Promise<void>;
};

const SecondStep = onDemand(() => import("./second-step.tsx").then((module) => module.SecondStep));

export function SignInForm(props: SignInFormProps) {
  const { callbackUrl, providers, hasPasskeys = false, errorCode, email, onSignedIn } = props;
  const [isSecondStep, setIsSecondStep] = useState(false);
  const [problem, setProblem] = useState(errorCode === undefined ? undefined : describeError(errorCode));
  const [isBusy, setIsBusy] = useState(false);
  const { form, field, onSubmit } = useFields(["email", "password"]);

  const finish = async () => (onSignedIn ? onSignedIn() : window.location.assign(callbackUrl));

  /** Runs a sign-in that returns an error code. It stays busy until the next page is loaded. */
  async function run(signIn: () => Promise<string | undefined>) {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const error = await signIn();
      if (error === undefined) return await finish();
      if (error === "SecondStepRequired") setIsSecondStep(true);
      else setProblem(describeError(error));
    } catch {
      setProblem(SERVER_UNREACHABLE);
    }
    setIsBusy(false);
  }

  const submit = onSubmit((values) => run(() => signInBy("credentials", values)));
  const signInByPasskey = () => run(async () => (await import("./sign-in-by-passkey.ts")).signInByPasskey());

  function restart(code?: SignInError) {
    setProblem(code && describeError(code));
    setIsSecondStep(false);
  }

  if (isSecondStep) return <SecondStep onSignedIn={finish} onRestart={restart} />;

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
      {(providers.length > 0 || hasPasskeys) && (
        <ProviderButtons
          providers={providers}
          callbackUrl={callbackUrl}
          onPasskey={hasPasskeys ? signInByPasskey : undefined}
        />
      )}
    </>
  );
}

/** `id` is the provider's id in next-auth. */
type SignInProvider = { id: string; name: string };

function ProviderButtons({
  providers,
  callbackUrl,
  onPasskey,
}: {
  providers: SignInProvider[];
  callbackUrl: string;
  /** Absent where passkeys do not work. */
  onPasskey?: (() => void) | undefined;
}) {
  async function start(id: string) {
    const { signIn } = await import("next-auth/react");
    await signIn(id, { callbackUrl });
  }

  return (
    <>
      <p className={classes.or}>or</p>
      <div className={classes.providers}>
        {onPasskey && (
          <PlainButton size="md" onClick={onPasskey}>
            <IconFingerprint size={18} />
            Sign in with a passkey
          </PlainButton>
        )}
        {providers.map(({ id, name }) => (
          <PlainButton key={id} size="md" onClick={() => start(id)}>
            {id === "github" ? <IconBrandGithub size={18} /> : <IconKey size={18} />}
            Continue with {name}
          </PlainButton>
        ))}
      </div>
    </>
  );
}
