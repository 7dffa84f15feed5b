"use client";

import { Button } from "@mantine/core";
import { RelativeTime } from "../../../../_ui/data/time";
import classes from "./editor.module.css";

type DraftNoticeProps = {
  /** Who saved a newer draft, and when. */
  other: { editedBy: string | null; updatedAt: string };
  isDirty: boolean;
  isBusy: boolean;
  onTake: () => void;
  onOverwrite: () => void;
};

/** Somebody else saved the theme while it was open here. */
export function DraftNotice({ other, isDirty, isBusy, onTake, onOverwrite }: DraftNoticeProps) {
  return (
    <div className={classes.notice} role="alert">
      <p>
        <strong>{other.editedBy ?? "Somebody else"}</strong> saved this theme{" "}
        <RelativeTime value={other.updatedAt} />. {isDirty && "Your changes are still here and not saved."}
      </p>
      <div className={classes.noticeButtons}>
        <Button variant="default" size="xs" onClick={onTake} loading={isBusy}>
          Show what was saved
        </Button>
        {isDirty && (
          <Button variant="default" size="xs" onClick={onOverwrite} disabled={isBusy}>
            Save mine over it
          </Button>
        )}
      </div>
    </div>
  );
}
