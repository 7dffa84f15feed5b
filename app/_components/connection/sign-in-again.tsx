"use client";

import { SignInForm } from "@/app/_components/sign-in/sign-in-form.tsx";
import { signInPath } from "@/app/_paths/account.ts";
import classes from "./sign-in-again.module.css";

type SignInAgainProps = { email: string; onSignedIn: () => Promise<void> };

/** Lazily loaded content of `SessionDialog`. */
export function SignInAgain({ email, onSignedIn }: SignInAgainProps) {
  const here = window.location.pathname + window.location.search;
  return (
    <>
      <p className={classes.text}>Sign in again. Unsaved changes on this page are kept.</p>
      <SignInForm callbackUrl={here} providers={[]} email={email} onSignedIn={onSignedIn} />
      <p className={classes.other}>
        <a href={signInPath(here)} target="_blank" rel="noopener">
          Sign in another way
        </a>{" "}
        in a new tab
      </p>
    </>
  );
}
