import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { SavedReplies } from "../_components/saved-replies/saved-replies";

export const metadata: Metadata = { title: "Saved replies" };

export default async function SavedRepliesPage() {
  await requireAdmin();
  void api.adminSavedReplies.list.prefetch();
  return (
    <HydratedTable columns={3} rows={4}>
      <SavedReplies />
    </HydratedTable>
  );
}
