"use client";

import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { readDigest, readProblem } from "../../_trpc/problem";
import { ButtonLink, PlainButton } from "../../_ui/actions/button";
import { ErrorState } from "../../_ui/feedback/error-state";

const WORDS: Record<string, { title: string; description: string }> = {
  UNAUTHENTICATED: {
    title: "Your session has ended",
    description: "Sign in again to go on where you were.",
  },
  PERMISSION_DENIED: {
    title: "Your role does not permit this",
    description: "Ask an owner of the tenant for a role that does.",
  },
  UNAVAILABLE: {
    title: "This page cannot be loaded at the moment",
    description: "The database does not answer. Nothing is lost; try again in a few seconds.",
  },
};

const OTHERWISE = {
  title: "This page could not be loaded",
  description: "Something failed on our side, not on yours. Trying again often helps.",
};

export default function BuilderError({ error, retry }: { error: unknown; retry: () => void }) {
  const { reset } = useQueryErrorResetBoundary();
  const path = usePathname();
  const { code, requestId } = readProblem(error);
  const hasEnded = code === "UNAUTHENTICATED";

  function tryAgain() {
    reset();
    retry();
  }

  return (
    <ErrorState
      headingLevel={1}
      {...(WORDS[code ?? ""] ?? OTHERWISE)}
      requestId={requestId ?? readDigest(error)}
      action={
        hasEnded ? (
          <ButtonLink href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`} variant="filled">
            Sign in
          </ButtonLink>
        ) : (
          <PlainButton variant="filled" onClick={tryAgain}>
            Try again
          </PlainButton>
        )
      }
    />
  );
}
