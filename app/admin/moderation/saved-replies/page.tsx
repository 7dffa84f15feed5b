import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../_trpc/server";
import { requireAdmin } from "../../../_trpc/session";
import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import { SavedReplies } from "../_components/saved-replies/saved-replies";

export const metadata: Metadata = { title: "Saved replies" };

export default async function SavedRepliesPage() {
  await requireAdmin();
  void api.adminSavedReplies.list.prefetch();
  return (
    <HydrateClient>
      <Suspense fallback={<TableSkeleton columns={3} rows={4} />}>
        <SavedReplies />
      </Suspense>
    </HydrateClient>
  );
}
