"use client";

import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./dialog.module.css";
import { focusWhatArrives } from "./focus-what-arrives";
import { useOpenAfterMount } from "./use-open-after-mount";

type DialogProps = {
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
  const { isOpen, onClose, title, size = 480, isLocked = false, onClosed, children } = props;
  return (
    <Modal.Root
      opened={useOpenAfterMount(isOpen)}
      onClose={onClose}
      size={size}
      yOffset="12vh"
      closeOnClickOutside={!isLocked}
      closeOnEscape={!isLocked}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body ref={focusWhatArrives}>
          {/* Not Modal.Header: its element would count as a second banner of the page. */}
          <div className={classes.head}>
            <Modal.Title>{title}</Modal.Title>
            {!isLocked && <Modal.CloseButton aria-label="Close" />}
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
