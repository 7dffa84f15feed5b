"use client";

import { Modal } from "@mantine/core";
import type { DialogProps } from "./dialog";
import classes from "./modal.module.css";
import { useOpenAfterMount } from "./use-popup";

/** Lazily loaded modal of `Dialog`. */
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
        <Modal.Body ref={autofocusOnInsert}>
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

/**
 * Autofocus for lazily loaded content, as a ref of the focus trap: focuses the element with `data-autofocus` when it is
 * inserted after the trap was mounted.
 */
function autofocusOnInsert(container: HTMLElement | null): (() => void) | undefined {
  if (!container || find(container)) return;
  const observer = new MutationObserver(() => {
    const inserted = find(container);
    if (!inserted) return;
    observer.disconnect();
    inserted.focus();
  });
  observer.observe(container, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function find(container: HTMLElement): HTMLElement | null {
  return container.querySelector<HTMLElement>("[data-autofocus]");
}
