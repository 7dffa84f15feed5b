"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { QUEUE_PATH } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { preloadOnIntent } from "@/app/_ui/actions/button.tsx";
import { ConfirmDialog, Dialog } from "@/app/_ui/actions/dialog.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { actionsColumn, type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { ClippedText } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import classes from "./saved-replies.module.css";

export type SavedReply = RouterOutputs["adminSavedReplies"]["list"][number];

const loadForm = () => import("./reply-form").then((module) => module.ReplyForm);
const ReplyForm = onDemand(loadForm);

/** Saved replies of the platform, with their editor. */
export function SavedReplies() {
  const utils = trpc.useUtils();
  const [replies] = trpc.adminSavedReplies.list.useSuspenseQuery();
  const [edited, setEdited] = useState<SavedReply | "new">();
  const [deleted, setDeleted] = useState<SavedReply>();
  const deletion = trpc.adminSavedReplies.delete.useMutation();

  const columns: Column<SavedReply>[] = [
    { key: "title", header: "Title", cell: ({ title }) => <ClippedText text={title} width="20rem" /> },
    { key: "text", header: "Text", isWide: true, cell: ({ text }) => text, fullText: ({ text }) => text },
    actionsColumn((reply) => (
      <span className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          aria-label={`Edit ${reply.title}`}
          {...preloadOnIntent(loadForm)}
          onClick={() => setEdited(reply)}
        >
          Edit
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={`Delete ${reply.title}`}
          onClick={() => setDeleted(reply)}
        >
          Delete
        </Button>
      </span>
    )),
  ];

  async function confirmDeletion() {
    if (!deleted) return;
    await withProblemMessage(deletion.mutateAsync({ replyId: deleted.id }));
    await utils.adminSavedReplies.list.invalidate();
  }

  const create = (
    <Button {...preloadOnIntent(loadForm)} onClick={() => setEdited("new")}>
      New reply
    </Button>
  );
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: QUEUE_PATH, label: "Moderation" }]}
        title="Saved replies"
        actions={replies.length > 0 && create}
      />
      <DataTable
        caption="Saved replies"
        columns={columns}
        rows={replies}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title="No saved replies"
            description="Insert them into decision comments."
            action={create}
          />
        }
      />
      <Dialog
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === "new" ? "New saved reply" : "Edit saved reply"}
      >
        {edited && <ReplyForm reply={edited} onClose={() => setEdited(undefined)} />}
      </Dialog>
      <ConfirmDialog
        isOpen={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={`Delete “${deleted?.title ?? ""}”?`}
        confirmLabel="Delete reply"
        isDestructive
        onConfirm={confirmDeletion}
      >
        Comments that already use it don’t change.
      </ConfirmDialog>
    </>
  );
}
