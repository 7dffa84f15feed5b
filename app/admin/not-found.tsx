import type { Metadata } from "next";
import { ADMIN_PATH } from "@/app/_paths/admin.ts";
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
        title="Page not found"
        description="Check the URL."
        action={<ButtonLink href={ADMIN_PATH}>Go to overview</ButtonLink>}
      />
    </>
  );
}
