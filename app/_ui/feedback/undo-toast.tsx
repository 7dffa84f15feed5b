"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import classes from "./undo-toast.module.css";

type UndoToast = {
  message: string;
  timeoutMs: number;
  undo: () => Promise<void>;
};

/** Toast of an action with a button that undoes it. */
export function showUndoToast({ message, timeoutMs, undo }: UndoToast): void {
  const id = `undo-${message}`;
  notifications.show({
    id,
    autoClose: timeoutMs,
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
