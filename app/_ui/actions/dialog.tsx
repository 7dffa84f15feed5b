"use client";

import { type ReactNode, useEffect, useState } from "react";
import { onDemand } from "./on-demand";

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  size?: number;
  /** Only its own content closes it: a stray click or key must not lose what it shows. */
  isLocked?: boolean;
  /** After the exit transition. */
  onClosed?: () => void;
  children: ReactNode;
};

const loadDialog = () => import("./modal").then((module) => module.DialogModal);
const DialogModal = onDemand(loadDialog);

/** Modal dialog with a title. Its content mounts when it opens and loses its state when it closes. */
export function Dialog(props: DialogProps) {
  return useWasOpened(props.isOpen, loadDialog) ? <DialogModal {...props} /> : null;
}

export type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The question: "Revoke the token ci-publish?" */
  title: string;
  /** The consequence, in a sentence. */
  children: ReactNode;
  /** Everything that changes, one line each: "All sessions end". */
  effects?: string[];
  /** Text to type first, usually the name: only for leaving, suspending and deleting. */
  phrase?: string;
  /** Red confirm button. Default: true with a phrase. */
  isDestructive?: boolean;
  /** False while another field of the dialog is incomplete. */
  isReady?: boolean;
  /** The action as a verb: "Revoke token". */
  confirmLabel: string;
  /** Label where "Cancel" could be read as the action: "Keep editing". */
  cancelLabel?: string;
  /** The dialog shows progress while the promise is pending, closes when it resolves and shows the error when it rejects. */
  onConfirm: () => Promise<unknown>;
};

const loadConfirm = () => import("./confirm-modal").then((module) => module.ConfirmModal);
const ConfirmModal = onDemand(loadConfirm);

/** Confirmation dialog for actions that are hard to undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useWasOpened(props.isOpen, loadConfirm) ? <ConfirmModal {...props} /> : null;
}

/**
 * Lazy mount of a dialog: true from its first opening on. Its code is not part of the page's first load; `load` fetches
 * it when the page is idle or the dialog opens.
 */
function useWasOpened(isOpen: boolean, load: () => Promise<unknown>): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  useEffect(() => preloadWhenIdle(load), [load]);
  return wasOpened;
}

/** Fallback delay for Safari, which has no `requestIdleCallback`. */
const IDLE_FALLBACK_MS = 2_000;

/** Preload of lazy code when the page is idle. Returns the cancellation; a failed load is retried when the code is needed. */
export function preloadWhenIdle(load: () => Promise<unknown>): () => void {
  const run = () => void load().catch(() => {});
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, IDLE_FALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run);
  return () => window.cancelIdleCallback(handle);
}
