"use client";

import { readDigest } from "../../_trpc/problem";
import { ButtonLink, PlainButton } from "../../_ui/actions/button";
import { ErrorState } from "../../_ui/feedback/error-state";

export default function MarketplaceError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <ErrorState
      headingLevel={1}
      isFramed
      title="The marketplace cannot be shown at the moment"
      description="Something failed on our side. Trying again often helps; if it does not, report the request below."
      requestId={readDigest(error)}
      action={
        <>
          <PlainButton variant="filled" onClick={retry}>
            Try again
          </PlainButton>
          <ButtonLink href="/">To the start page</ButtonLink>
        </>
      }
    />
  );
}
