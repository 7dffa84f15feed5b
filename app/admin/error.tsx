"use client";

import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { signInPath } from "@/app/_paths/account.ts";
import { readDigest, readProblem } from "../_trpc/problem";
import { ButtonLink, PlainButton } from "../_ui/actions/button";
import { ErrorState } from "../_ui/feedback/error-state";

const MESSAGES: Record<string, { title: string; description: string }> = {
  UNAUTHENTICATED: {
    title: "Your session has expired",
    description: "Sign in again to continue.",
  },
  PERMISSION_DENIED: {
    title: "You’re no longer a Super Admin",
    description: "Your role changed while this page was open.",
  },
  VALIDATION_FAILED: {
    title: "Invalid URL",
    description: "A filter in the URL is not valid.",
  },
  UNAVAILABLE: {
    title: "Temporarily unavailable",
    description: "The database is not responding. No data was lost. Try again in a few seconds.",
  },
};

const DEFAULT_MESSAGE = {
  title: "This page couldn’t be loaded",
  description: "Something went wrong on our end. Try again. If it keeps failing, report the request ID.",
};

export default function AdminError({ error, retry }: { error: unknown; retry: () => void }) {
  const { reset } = useQueryErrorResetBoundary();
  const path = usePathname();
  const { code, requestId } = readProblem(error);
  const words = MESSAGES[code ?? ""] ?? DEFAULT_MESSAGE;
  const tryAgain = () => {
    reset();
    retry();
  };
  return (
    <ErrorState
      headingLevel={1}
      isFramed
      {...words}
      requestId={requestId ?? readDigest(error)}
      action={
        <>
          {code === "UNAUTHENTICATED" && (
            <ButtonLink href={signInPath(path)} variant="filled">
              Sign in
            </ButtonLink>
          )}
          {code === "VALIDATION_FAILED" && (
            <ButtonLink href={path} variant="filled">
              Clear filters
            </ButtonLink>
          )}
          {code !== "UNAUTHENTICATED" && code !== "VALIDATION_FAILED" && (
            <PlainButton variant="filled" onClick={tryAgain}>
              Try again
            </PlainButton>
          )}
        </>
      }
    />
  );
}
