"use client";

import { readDigest } from "./_trpc/problem";
import { ButtonLink, PlainButton } from "./_ui/actions/button";
import { ErrorState } from "./_ui/feedback/error-state";
import { NoticeFrame } from "./_ui/frame/standalone-page";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <NoticeFrame>
      <ErrorState
        headingLevel={1}
        title="This page could not be shown"
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
    </NoticeFrame>
  );
}
