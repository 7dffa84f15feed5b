"use client";

import { Button } from "@mantine/core";
import { RelativeTime } from "../../../../../_ui/data/time";
import classes from "./editor.module.css";

type DraftNoticeProps = {
  newer: { editedBy: string | null; updatedAt: string };
  isDirty: boolean;
  isBusy: boolean;
  onReload: () => void;
  onOverwrite: () => void;
};

/** Conflict notice: another user saved the theme while it was open here. */
export function DraftNotice({ newer, isDirty, isBusy, onReload, onOverwrite }: DraftNoticeProps) {
  return (
    <div className={classes.notice} role="alert">
      <p>
        <strong>{newer.editedBy ?? "Somebody else"}</strong> saved this theme{" "}
        <RelativeTime value={newer.updatedAt} />. {isDirty && "Your changes are still here and not saved."}
      </p>
      <div className={classes.noticeButtons}>
        <Button variant="default" size="xs" onClick={onReload} loading={isBusy}>
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
