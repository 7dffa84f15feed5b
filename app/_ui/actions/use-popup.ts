"use client";

import { useId, useState } from "react";
import { hintsOf } from "./plain-button";

/** What a popup is told of the button that opens it. */
export type PopupProps = {
  /** The button's id, of which Mantine makes the popup's. */
  id: string;
  anchor: HTMLElement;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
};

/**
 * A button and the menu or panel that it opens, whose code is no part of the page's first load: it comes when the
 * pointer or the focus reaches the button. `popup` is null until it is opened first; then it is there for good, so that
 * it can fade out and give the focus back.
 */
export function usePopup(kind: "menu" | "dialog", load: () => Promise<unknown>) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);

  function onChange(next: boolean): void {
    setIsOpen(next);
    if (next) setWasOpened(true);
  }

  const button = {
    id,
    ref: setAnchor,
    "aria-haspopup": kind,
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? `${id}-dropdown` : undefined,
    ...hintsOf(load),
    onClick: () => onChange(!isOpen),
  };
  const popup: PopupProps | null = anchor && wasOpened ? { id, anchor, isOpen, onChange } : null;
  return { button, popup };
}
