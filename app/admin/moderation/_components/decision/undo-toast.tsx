"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { UNDO_TIMEOUT_MS } from "@/server/moderation/policy.ts";
import classes from "./undo-toast.module.css";

type UndoToast = {
  message: string;
  undo: () => Promise<void>;
};

/** Toast of a decision with a button that undoes it, shown for as long as the server permits that. */
export function showUndoToast({ message, undo }: UndoToast): void {
  const id = `undo-${message}`;
  notifications.show({
    id,
    autoClose: UNDO_TIMEOUT_MS,
    message: (
      <span className={classes.toast}>
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            void undo();
          }}
        >
          Undo
        </Button>
      </span>
    ),
  });
}
