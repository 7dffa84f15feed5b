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

/**
 * A ref for what traps the focus: focuses the element that asks for it (`data-autofocus`) when it arrives later than the
 * trap, as a form does whose code is loaded only when its dialog opens.
 */
export function focusWhatArrives(container: HTMLElement | null): (() => void) | undefined {
  if (!container || find(container)) return;
  const observer = new MutationObserver(() => {
    const arrived = find(container);
    if (!arrived) return;
    observer.disconnect();
    arrived.focus();
  });
  observer.observe(container, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function find(container: HTMLElement): HTMLElement | null {
  return container.querySelector<HTMLElement>("[data-autofocus]");
}
