import type { Metadata } from "next";
import { DOCS } from "@/app/_paths/docs.ts";
import { MARKET_PATH } from "@/app/_paths/marketplace.ts";
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
        title="Page not found"
        description="Check the URL. The page may have been removed."
        action={
          <>
            <ButtonLink href={MARKET_PATH}>Browse marketplace</ButtonLink>
            <ButtonLink href={DOCS.quickStart.path}>Read docs</ButtonLink>
          </>
        }
      />
    </>
  );
}
