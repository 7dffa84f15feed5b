"use client";

import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import classes from "./confirm-modal.module.css";
import type { ConfirmDialogProps } from "./dialog";
import { DialogModal } from "./modal";

/** Lazily loaded modal of `ConfirmDialog`. */
export function ConfirmModal({ isOpen, onClose, title, ...form }: ConfirmDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <DialogModal isOpen={isOpen} onClose={close} title={title}>
      <ConfirmForm {...form} isBusy={isBusy} setIsBusy={setIsBusy} onClose={onClose} />
    </DialogModal>
  );
}

type ConfirmFormProps = Omit<ConfirmDialogProps, "isOpen" | "title"> & {
  isBusy: boolean;
  setIsBusy: (isBusy: boolean) => void;
};

function ConfirmForm(props: ConfirmFormProps) {
  const {
    children,
    effects = [],
    phrase,
    isDestructive = phrase !== undefined,
    isReady = true,
    confirmLabel,
    cancelLabel = "Cancel",
    onConfirm,
    onClose,
    isBusy,
    setIsBusy,
  } = props;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const isUnlocked = isReady && (phrase === undefined || typed.trim() === phrase);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isUnlocked || isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Something went wrong. Try again.");
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form onSubmit={submit} className={classes.form}>
      <div className={classes.text}>{children}</div>
      {effects.length > 0 && (
        <ul className={classes.effects}>
          {effects.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {phrase !== undefined && <PhraseField phrase={phrase} value={typed} onChange={setTyped} />}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          {...(phrase === undefined && { "data-autofocus": true })}
          loading={isBusy}
          disabled={!isUnlocked}
          {...(isDestructive && { color: "red" })}
        >
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}

type PhraseFieldProps = { phrase: string; value: string; onChange: (value: string) => void };

function PhraseField({ phrase, value, onChange }: PhraseFieldProps) {
  return (
    <TextInput
      data-autofocus
      label={
        <>
          Type <code className={classes.phrase}>{phrase}</code> to confirm
        </>
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
