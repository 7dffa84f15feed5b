"use client";

import { type DragEvent, type ReactNode, useId, useState } from "react";
import classes from "./upload-field.module.css";

type FilePickerProps = {
  label: string;
  hint: ReactNode;
  accept: string;
  isDisabled?: boolean;
  onPick: (file: File) => void;
};

/** A place to drop a file on, which is also a button to choose one. */
export function FilePicker({ label, hint, accept, isDisabled = false, onPick }: FilePickerProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isDisabled) onPick(file);
  }

  return (
    <label
      htmlFor={id}
      className={classes.picker}
      data-over={isOver || undefined}
      data-disabled={isDisabled || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isDisabled}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file again, once it is mended, is a change too.
          event.currentTarget.value = "";
          if (file) onPick(file);
        }}
      />
      <span className={classes.pickerLabel}>{label}</span>
      <span className={classes.hint}>{hint}</span>
    </label>
  );
}
