"use client";

import { type Ref, useEffect, useId, useImperativeHandle, useState } from "react";
import { preloadOnIntent } from "./button";

/** State of a popup, handed from the button that opens it. */
export type PopupProps = {
  /** The id of the button; Mantine derives the id of the popup from it. */
  id: string;
  anchor: HTMLElement;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
};

/**
 * Button of a lazily loaded menu or panel: its code is not part of the page's first load and is fetched when the pointer
 * or the focus reaches the button. `popup` is null until the first opening; after that it stays mounted, so that it can
 * fade out and return the focus.
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
    ...preloadOnIntent(load),
    onClick: () => onChange(!isOpen),
  };
  const popup: PopupProps | null = anchor && wasOpened ? { id, anchor, isOpen, onChange } : null;
  return { button, popup };
}

/** Target of a Mantine popup whose anchor is rendered elsewhere: passes the element on and renders nothing. */
export function AnchorTarget({ anchor, ref }: { anchor: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => anchor, [anchor]);
  return null;
}

/**
 * Open state that is false for the first render. Mantine records the focused element, to restore it later, only on a
 * change from closed to open; a lazily loaded dialog would otherwise mount open.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isOpen && isMounted;
}
