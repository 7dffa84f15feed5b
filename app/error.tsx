"use client";

import { NoticeFrame } from "./_components/frame/standalone-page.tsx";
import { readDigest } from "./_trpc/problem";
import { ButtonLink, PlainButton } from "./_ui/actions/button";
import { ErrorState } from "./_ui/feedback/error-state";

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
