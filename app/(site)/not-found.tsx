import type { Metadata } from "next";
import { ButtonLink } from "../_ui/actions/button";
import { EmptyState } from "../_ui/feedback/empty-state";
import { PageHeader } from "../_ui/page/page-header";

export const metadata: Metadata = { title: "Not found" };

/** Not-found page of the public site, for items and error codes that do not exist. */
export default function SiteNotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        isFramed
        title="There is nothing here"
        description="The address may be mistyped, or what it named was taken down."
        action={
          <>
            <ButtonLink href="/marketplace">Browse the marketplace</ButtonLink>
            <ButtonLink href="/docs">Read the docs</ButtonLink>
          </>
        }
      />
    </>
  );
}
