"use client";

import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { signInPath } from "@/app/_paths/account.ts";
import { readDigest, readProblem } from "@/app/_trpc/problem.ts";
import { ButtonLink, PlainButton } from "@/app/_ui/actions/button.tsx";
import { ErrorState } from "@/app/_ui/feedback/error-state.tsx";

type Words = { title: string; description: string };
type DashboardErrorProps = {
  error: unknown;
  retry: () => void;
  /** By error code, where they are not those of all dashboards. */
  words: Readonly<Record<string, Words>>;
  /** For all other errors. */
  advice: string;
  isFramed?: boolean;
};

const COMMON_WORDS: Readonly<Record<string, Words>> = {
  UNAUTHENTICATED: {
    title: "Your session has expired",
    description: "Sign in again to continue.",
  },
  UNAVAILABLE: {
    title: "Temporarily unavailable",
    description: "The database is not responding. No data was lost. Try again in a few seconds.",
  },
};

/** Error of a page of a dashboard, in place of the page. */
export function DashboardError({ error, retry, words, advice, isFramed = false }: DashboardErrorProps) {
  const { reset } = useQueryErrorResetBoundary();
  const path = usePathname();
  const { code, requestId } = readProblem(error);
  const known = { ...COMMON_WORDS, ...words }[code ?? ""];
  function retryPage() {
    reset();
    retry();
  }
  return (
    <ErrorState
      headingLevel={1}
      isFramed={isFramed}
      {...(known ?? { title: "This page couldn’t be loaded", description: advice })}
      requestId={requestId ?? readDigest(error)}
      action={
        code === "UNAUTHENTICATED" ? (
          <ButtonLink href={signInPath(path)} variant="filled">
            Sign in
          </ButtonLink>
        ) : code === "VALIDATION_FAILED" && known ? (
          <ButtonLink href={path} variant="filled">
            Clear filters
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
