"use client";

import { readDigest } from "@/app/_trpc/problem.ts";
import { ButtonLink, PlainButton } from "@/app/_ui/actions/button.tsx";
import { ErrorState } from "@/app/_ui/feedback/error-state.tsx";

export default function MarketplaceError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <ErrorState
      headingLevel={1}
      isFramed
      title="The marketplace is temporarily unavailable"
      description="Something went wrong on our end. Try again. If it keeps failing, report the request ID."
      requestId={readDigest(error)}
      action={
        <>
          <PlainButton variant="filled" onClick={retry}>
            Try again
          </PlainButton>
          <ButtonLink href="/">Go to home page</ButtonLink>
        </>
      }
    />
  );
}
