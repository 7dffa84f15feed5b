"use client";

import { readSessionUserId } from "../../_ui/session";
import { SignInForm } from "../../sign-in/_components/sign-in-form";
import classes from "./sign-in-again.module.css";

type SignInAgainProps = { userId: string; email: string; onSignedIn: () => void };

/** Lazily loaded content of `SessionDialog`. */
export function SignInAgain({ userId, email, onSignedIn }: SignInAgainProps) {
  const here = window.location.pathname + window.location.search;

  /** The page belongs to one user: another one gets it anew. */
  async function resume() {
    if ((await readSessionUserId()) === userId) onSignedIn();
    else window.location.reload();
  }

  return (
    <>
      <p className={classes.text}>Sign in again. Unsaved changes on this page are kept.</p>
      <SignInForm callbackUrl={here} providers={[]} email={email} onSignedIn={resume} />
      <p className={classes.other}>
        <a href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`} target="_blank" rel="noopener">
          Sign in another way
        </a>{" "}
        in a new tab
      </p>
    </>
  );
}
