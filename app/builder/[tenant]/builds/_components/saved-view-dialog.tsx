"use client";

import { TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { MAX_VIEW_NAME_LENGTH } from "@/shared/bounds.ts";

type SavedViewDialogProps = {
  tenant: string;
  /** Query of the list to save. */
  query: string;
  /** View to delete; without one, the list is saved. */
  removed: { id: string; name: string } | undefined;
  isOpen: boolean;
  onClose: () => void;
};

/** Dialog that saves the list that is shown under a name, or deletes a view. */
export function SavedViewDialog({ tenant, query, removed, isOpen, onClose }: SavedViewDialogProps) {
  const router = useRouter();
  const [name, setName] = useState("");
  const save = trpc.builds.saveView.useMutation();
  const remove = trpc.builds.deleteView.useMutation();

  async function confirm() {
    if (removed) await withProblemMessage(remove.mutateAsync({ tenant, viewId: removed.id }));
    else await withProblemMessage(save.mutateAsync({ tenant, name, query }).then(() => undefined));
    setName("");
    router.refresh();
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={removed ? `Delete view “${removed.name}”?` : "Save view"}
      effects={removed ? ["Builds are not changed"] : ["Only you see it"]}
      isReady={removed !== undefined || name.trim() !== ""}
      confirmLabel={removed ? "Delete view" : "Save view"}
      onConfirm={confirm}
    >
      {!removed && (
        <TextInput
          data-autofocus
          label="Name"
          required
          maxLength={MAX_VIEW_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
