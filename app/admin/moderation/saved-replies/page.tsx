import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
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
