"use client";

import { TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useFields } from "@/app/_components/forms/fields.tsx";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { plainClient } from "@/app/_trpc/plain-client.ts";
import { readProblem, SERVER_UNREACHABLE } from "@/app/_trpc/problem.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import type { SignInError } from "@/server/auth/sign-in/sign-in-errors.ts";
import { describeError } from "./describe-error.ts";
import { askPasskey } from "./passkey.ts";
import { signInBy } from "./session.ts";
import classes from "./sign-in-form.module.css";

type SecondStepProps = {
  onSignedIn: () => Promise<void>;
  /** Back to the first step, with the error that ended the second one. */
  onRestart: (code?: SignInError) => void;
};

type Ways = NonNullable<RouterOutputs["signIn"]["secondStep"]>;
type Proof = { code: string } | { passkey: string };

/** Second step of a sign-in: a code of an authenticator app, a passkey or a recovery code. */
export function SecondStep({ onSignedIn, onRestart }: SecondStepProps) {
  const [ways, setWays] = useState<Ways>();
  const [isRecovery, setIsRecovery] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { form, field, onSubmit } = useFields(["code"]);

  // Once: the parent's callbacks are new ones with each render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    void plainClient.signIn.secondStep
      .mutate()
      .then((found) => (found ? setWays(found) : onRestart("SecondStepExpired")))
      .catch((error: unknown) => setProblem(readProblem(error).message));
  }, []);

  async function run(prove: () => Promise<Proof>) {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const error = await signInBy("second-step", await prove());
      if (error === undefined) return await onSignedIn();
      if (error === "SecondStepExpired") return onRestart(error);
      setProblem(describeError(error));
    } catch {
      setProblem(SERVER_UNREACHABLE);
    }
    setIsBusy(false);
  }

  async function answerByPasskey({ passkey }: Ways) {
    const answer = passkey && (await askPasskey(passkey).catch(() => null));
    if (!answer) return setProblem("Passkey sign-in was canceled. Try again or use another method.");
    await run(async () => ({ passkey: answer }));
    // The challenge is used up.
    setWays((await plainClient.signIn.secondStep.mutate().catch(() => null)) ?? undefined);
  }

  if (!ways) return <p className={classes.hint}>{problem ?? "Loading…"}</p>;
  const asksRecovery = isRecovery || !ways.hasTotp;
  return (
    <>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {ways.passkey && (
        <div className={classes.passkey}>
          <PlainButton
            size="md"
            variant={ways.hasTotp ? "default" : "filled"}
            isBusy={isBusy}
            onClick={() => answerByPasskey(ways)}
          >
            <IconFingerprint size={18} aria-hidden="true" />
            Use a passkey
          </PlainButton>
          <p className={classes.or}>or</p>
        </div>
      )}
      <form
        key={String(asksRecovery)}
        ref={form}
        className={classes.form}
        onSubmit={onSubmit(({ code }) => run(async () => ({ code })))}
        noValidate
      >
        <TextInput
          label={asksRecovery ? "Recovery code" : "Authentication code"}
          description={
            asksRecovery ? "One of your saved codes. Each works once." : "From your authenticator app."
          }
          size="md"
          autoComplete="one-time-code"
          inputMode={asksRecovery ? "text" : "numeric"}
          spellCheck={false}
          autoCapitalize="off"
          required
          withAsterisk={false}
          autoFocus
          data-autofocus
          {...field("code")}
        />
        <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
          Verify
        </PlainButton>
      </form>
      <div className={classes.ways}>
        {ways.hasTotp && (
          <button type="button" className={classes.way} onClick={() => setIsRecovery(!isRecovery)}>
            {isRecovery ? "Use an authentication code" : "Use a recovery code"}
          </button>
        )}
        <button type="button" className={classes.way} onClick={() => onRestart()}>
          Start over
        </button>
      </div>
    </>
  );
}
