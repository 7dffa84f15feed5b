"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useWasOpened } from "./use-was-opened";

const load = () => import("./confirm-modal").then((module) => module.ConfirmModal);
const ConfirmModal = dynamic(load, { ssr: false });

export type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The question: "Revoke the token ci-publish?" */
  title: string;
  /** What follows from it, in a sentence. */
  children: ReactNode;
  /** Everything it touches, one line each: "3 running builds are cancelled". */
  touches?: string[];
  /** What must be typed first, usually the name of the thing. Destructive acts have one. */
  phrase?: string;
  /** False while something else in the dialog is still missing. */
  isReady?: boolean;
  /** The act itself as a verb: "Revoke token". */
  confirmLabel: string;
  /** What steps back, where "Cancel" could be taken for the act: "Keep building". */
  cancelLabel?: string;
  /** While the promise runs the dialog shows progress; it closes when it resolves and stays, with the reason, when not. */
  onConfirm: () => Promise<unknown>;
};

/** Asks before something is done that cannot be undone lightly. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useWasOpened(props.isOpen, load) ? <ConfirmModal {...props} /> : null;
}
