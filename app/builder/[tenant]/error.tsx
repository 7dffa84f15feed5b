"use client";

import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { signInPath } from "@/app/_paths/account.ts";
import { readDigest, readProblem } from "@/app/_trpc/problem.ts";
import { ButtonLink, PlainButton } from "@/app/_ui/actions/button.tsx";
import { ErrorState } from "@/app/_ui/feedback/error-state.tsx";

const MESSAGES: Record<string, { title: string; description: string }> = {
  UNAUTHENTICATED: {
    title: "Your session has expired",
    description: "Sign in again to continue.",
  },
  PERMISSION_DENIED: {
    title: "Access denied",
    description: "Ask a workspace owner for access.",
  },
  UNAVAILABLE: {
    title: "Temporarily unavailable",
    description: "The database is not responding. No data was lost. Try again in a few seconds.",
  },
};

const DEFAULT_MESSAGE = {
  title: "This page couldn’t be loaded",
  description: "Something went wrong on our end. Try again.",
};

export default function BuilderError({ error, retry }: { error: unknown; retry: () => void }) {
  const { reset } = useQueryErrorResetBoundary();
  const path = usePathname();
  const { code, requestId } = readProblem(error);
  const hasEnded = code === "UNAUTHENTICATED";

  function retryPage() {
    reset();
    retry();
  }

  return (
    <ErrorState
      headingLevel={1}
      {...(MESSAGES[code ?? ""] ?? DEFAULT_MESSAGE)}
      requestId={requestId ?? readDigest(error)}
      action={
        hasEnded ? (
          <ButtonLink href={signInPath(path)} variant="filled">
            Sign in
          </ButtonLink>
        ) : (
          <PlainButton variant="filled" onClick={retryPage}>
            Try again
          </PlainButton>
        )
      }
    />
  );
}
