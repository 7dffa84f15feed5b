"use client";

import { useState } from "react";
import { readProblem } from "../../_trpc/problem";
import { signInWithPassword } from "../../_ui/session";

/** It must not tell whether the address had an account before: the server does not say so either. */
const NOT_SIGNED_IN =
  "We could not sign you in with this password. If you have an account already, use its own password or sign in.";
const SILENT = "The server did not answer. Check your connection and try again.";

/** Makes an account and signs in to it, at once. */
export function useNewAccount() {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  /** Throws what `make` was refused with. */
  async function start(
    make: () => Promise<unknown>,
    credentials: { email: string; password: string },
    callbackUrl: string,
  ): Promise<void> {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await make();
      const refusal = await signInWithPassword(credentials, callbackUrl).catch(() => SILENT);
      // Busy until the next page has come.
      if (refusal === undefined) return;
      setProblem(refusal === SILENT ? SILENT : NOT_SIGNED_IN);
    } catch (error) {
      setIsBusy(false);
      if (readProblem(error).fields.length === 0) setProblem(readProblem(error).message);
      throw error;
    }
    setIsBusy(false);
  }

  return { isBusy, problem, start };
}
