"use client";

import { TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { withProblemMessage } from "../../../../_trpc/problem";
import { ConfirmDialog } from "../../../../_ui/actions/dialog";
import { Link } from "../../../../_ui/page/link";
import classes from "./saved-views.module.css";

type View = RouterOutputs["builds"]["views"][number];

type SavedViewsProps = {
  tenant: string;
  path: string;
  /** Query of the URL of the list that is shown; empty without filters. */
  query: string;
  views: View[];
};

const MAX_NAME_LENGTH = 60;

/** Own saved views as links, with actions to save the list that is shown and to delete a view. */
export function SavedViews({ tenant, path, query, views }: SavedViewsProps) {
  const router = useRouter();
  const [name, setName] = useState("");
  const [dialog, setDialog] = useState<"save" | View>();
  const save = trpc.builds.saveView.useMutation();
  const remove = trpc.builds.deleteView.useMutation();
  const removed = dialog === "save" ? undefined : dialog;
  const isSaved = views.some((view) => view.query === query);
  if (views.length === 0 && query === "") return null;

  async function confirm() {
    if (removed) await withProblemMessage(remove.mutateAsync({ tenant, viewId: removed.id }));
    else await withProblemMessage(save.mutateAsync({ tenant, name, query }).then(() => undefined));
    setName("");
    router.refresh();
  }

  return (
    <nav className={classes.views} aria-label="Saved views">
      {views.map((view) => (
        <span key={view.id} className={classes.view} data-on={view.query === query || undefined}>
          <Link
            href={view.query ? `${path}?${view.query}` : path}
            aria-current={view.query === query ? "true" : undefined}
            scroll={false}
          >
            {view.name}
          </Link>
          <button
            type="button"
            className={classes.action}
            aria-label={`Delete view ${view.name}`}
            onClick={() => setDialog(view)}
          >
            <IconX size={14} stroke={1.75} aria-hidden="true" />
          </button>
        </span>
      ))}
      {query !== "" && !isSaved && (
        <button type="button" className={classes.action} onClick={() => setDialog("save")}>
          Save view
        </button>
      )}
      <ConfirmDialog
        isOpen={dialog !== undefined}
        onClose={() => setDialog(undefined)}
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
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </ConfirmDialog>
    </nav>
  );
}
