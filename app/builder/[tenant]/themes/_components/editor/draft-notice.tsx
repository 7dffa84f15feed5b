"use client";

import { Button } from "@mantine/core";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";

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
    <Callout
      role="alert"
      actions={
        <>
          <Button variant="default" size="xs" onClick={onReload} loading={isBusy}>
            Discard mine
          </Button>
          {isDirty && (
            <Button variant="default" size="xs" onClick={onOverwrite} disabled={isBusy}>
              Overwrite
            </Button>
          )}
        </>
      }
    >
      <p>
        <strong>{newer.editedBy ?? "Another member"}</strong> saved this theme{" "}
        <RelativeTime value={newer.updatedAt} />. {isDirty && "Your changes are unsaved."}
      </p>
    </Callout>
  );
}
