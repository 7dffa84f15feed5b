"use client";

import { type DragEvent, type ReactNode, useId, useState } from "react";
import type { Problem } from "../../_trpc/problem";
import { formatBytes } from "../../_ui/format";
import type { UploadProgress } from "./upload-bytes";
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

/** How far an upload has come, in bytes; then that the server looks at what it got. */
export function UploadBar({ progress }: { progress: UploadProgress }) {
  const { sentBytes, totalBytes } = progress;
  const isSent = sentBytes >= totalBytes;
  return (
    <div className={classes.bar}>
      <progress aria-label="Upload" value={sentBytes} max={totalBytes} />
      <span role="status">
        {isSent ? "Checking…" : `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`}
      </span>
    </div>
  );
}

const MOST_SHOWN = 12;

type UploadProblemProps = {
  problem: Problem;
  /** Says that it was refused, where every finding names a part of what was sent. */
  title?: string;
};

/** Why an upload was refused, with everything that was found. */
export function UploadProblem({ problem, title }: UploadProblemProps) {
  const { fields, message, requestId } = problem;
  const [first] = fields;
  const isOne = fields.length === 1 && !title;
  return (
    <div role="alert" className={classes.problem}>
      {isOne && first ? `It ${first.message}.` : fields.length > 0 ? (title ?? message) : message}
      {fields.length > 0 && !isOne && (
        <ul>
          {fields.slice(0, MOST_SHOWN).map(({ path, message: rule }) => (
            <li key={`${path} ${rule}`}>
              {path && <code>{path}</code>} {rule}
            </li>
          ))}
          {fields.length > MOST_SHOWN && <li>and {fields.length - MOST_SHOWN} more</li>}
        </ul>
      )}
      {fields.length === 0 && requestId && (
        <>
          {" "}
          Request <code>{requestId}</code>.
        </>
      )}
    </div>
  );
}
