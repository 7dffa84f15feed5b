"use client";

import { Modal } from "@mantine/core";
import type { DialogProps } from "./dialog";
import { focusWhatArrives } from "./focus-what-arrives";
import classes from "./modal.module.css";
import { useOpenAfterMount } from "./use-open-after-mount";

/** What `Dialog` loads. */
export function DialogModal(props: DialogProps) {
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
