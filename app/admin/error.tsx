"use client";

import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { readDigest, readProblem } from "../_trpc/problem";
import { ButtonLink, PlainButton } from "../_ui/actions/button";
import { ErrorState } from "../_ui/feedback/error-state";

const MESSAGES: Record<string, { title: string; description: string }> = {
  UNAUTHENTICATED: {
    title: "Your session has ended",
    description: "Sign in again to go on where you were.",
  },
  PERMISSION_DENIED: {
    title: "You are no Super Admin any more",
    description: "Somebody changed your role while this page was open.",
  },
  VALIDATION_FAILED: {
    title: "This address cannot be understood",
    description: "A part of it is mistyped or no longer valid. The page without filters still works.",
  },
  UNAVAILABLE: {
    title: "This page cannot be loaded at the moment",
    description: "The database does not answer. Nothing is lost; try again in a few seconds.",
  },
};

const DEFAULT_MESSAGE = {
  title: "This page could not be loaded",
  description:
    "Something failed on our side. Trying again often helps; if it does not, report the request below.",
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
            <ButtonLink href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`} variant="filled">
              Sign in
            </ButtonLink>
          )}
          {code === "VALIDATION_FAILED" && (
            <ButtonLink href={path} variant="filled">
              Without filters
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
