import type { Metadata } from "next";
import { ButtonLink } from "../_ui/actions/button";
import { EmptyState } from "../_ui/feedback/empty-state";
import { PageHeader } from "../_ui/page/page-header";

export const metadata: Metadata = { title: "Not found" };

/** Not-found page inside the Admin dashboard, for Super Admins only. */
export default function AdminNotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        isFramed
        title="There is nothing here"
        description="The address may be mistyped, or what it named is not there any more."
        action={<ButtonLink href="/admin">To the overview</ButtonLink>}
      />
    </>
  );
}
