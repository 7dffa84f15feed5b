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
        title="This page couldn’t be loaded"
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
    </NoticeFrame>
  );
}
