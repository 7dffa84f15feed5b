"use client";

import { useState } from "react";
import { signInBy } from "@/app/_components/sign-in/session.ts";
import { readProblem, SERVER_UNREACHABLE } from "@/app/_trpc/problem.ts";

/** Must not reveal whether the address had an account before; the server does not either. */
const NOT_SIGNED_IN =
  "Couldn’t sign in with this password. If you already have an account, use its password or reset it.";

/** Creates an account and signs in to it. */
export function useNewAccount() {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  /** Rejects with the error of `make`. */
  async function start(
    make: () => Promise<unknown>,
    credentials: { email: string; password: string },
    callbackUrl: string,
  ): Promise<void> {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await make();
      const refusal = await signInBy("credentials", credentials).catch(() => SERVER_UNREACHABLE);
      // Stays busy until the next page is loaded.
      if (refusal === undefined) return window.location.assign(callbackUrl);
      setProblem(refusal === SERVER_UNREACHABLE ? SERVER_UNREACHABLE : NOT_SIGNED_IN);
    } catch (error) {
      setIsBusy(false);
      if (readProblem(error).fields.length === 0) setProblem(readProblem(error).message);
      throw error;
    }
    setIsBusy(false);
  }

  return { isBusy, problem, start };
}
