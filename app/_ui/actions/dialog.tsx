"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useWasOpened } from "./use-was-opened";

const load = () => import("./modal").then((module) => module.DialogModal);
const DialogModal = dynamic(load, { ssr: false });

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  size?: number;
  /** Closes by what stands in it alone: a stray click or key must not lose what it shows. */
  isLocked?: boolean;
  /** After it has faded out. */
  onClosed?: () => void;
  children: ReactNode;
};

/** A modal dialog with a title. Its content mounts when it opens and forgets what was typed when it closes. */
export function Dialog(props: DialogProps) {
  return useWasOpened(props.isOpen, load) ? <DialogModal {...props} /> : null;
}
