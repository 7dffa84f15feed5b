"use client";

import { type DragEvent, type ReactNode, useId, useState } from "react";
import type { Problem } from "@/app/_trpc/problem.ts";
import { formatBytes } from "@/app/_ui/format.ts";
import type { UploadProgress } from "./upload-bytes.ts";
import classes from "./upload-field.module.css";

type FilePickerProps = {
  label: string;
  hint: ReactNode;
  accept: string;
  isDisabled?: boolean;
  onPick: (file: File) => void;
};

/** Drop zone and file input. */
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
          // Without a reset, choosing the same file again is no change.
          event.currentTarget.value = "";
          if (file) onPick(file);
        }}
      />
      <span className={classes.pickerLabel}>{label}</span>
      <span className={classes.hint}>{hint}</span>
    </label>
  );
}

/** Progress bar of an upload, then of the checks on the server. */
export function UploadProgressBar({ progress }: { progress: UploadProgress }) {
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

const MAX_FINDINGS = 12;

type UploadProblemProps = {
  problem: Problem;
  /** Heading of the findings. */
  title?: string;
};

/** Error message of a refused upload with its findings. */
export function UploadProblem({ problem, title }: UploadProblemProps) {
  const { fields, message, requestId } = problem;
  const [first] = fields;
  const isSingle = fields.length === 1 && !title;
  return (
    <div role="alert" className={classes.problem}>
      {isSingle && first ? `It ${first.message}.` : fields.length > 0 ? (title ?? message) : message}
      {fields.length > 0 && !isSingle && (
        <ul>
          {fields.slice(0, MAX_FINDINGS).map(({ path, message: rule }) => (
            <li key={`${path} ${rule}`}>
              {path && <code>{path}</code>} {rule}
            </li>
          ))}
          {fields.length > MAX_FINDINGS && <li>and {fields.length - MAX_FINDINGS} more</li>}
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
