"use client";

import { Popover, PopoverDropdown, type PopoverProps, PopoverTarget } from "@mantine/core";
import type { ReactNode } from "react";
import type { PopupProps } from "./use-popup";
import { AnchorTarget, useOpenAfterMount } from "./use-popup";

type PopupPanelProps = PopupProps &
  Pick<PopoverProps, "width"> & {
    label: string;
    /** What it shows reaches to its edges. */
    isFlush?: boolean;
    children: ReactNode;
  };

/** The panel of a button that `usePopup` made. What it shows is there while it is open. */
export function PopupPanel(props: PopupPanelProps) {
  const { id, anchor, isOpen, onChange, width, label, isFlush = false, children } = props;
  return (
    <Popover
      id={id}
      opened={useOpenAfterMount(isOpen)}
      onChange={onChange}
      width={width}
      position="bottom-end"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <PopoverTarget>
        <AnchorTarget anchor={anchor} />
      </PopoverTarget>
      <PopoverDropdown aria-label={label} {...(isFlush && { p: 0 })}>
        {isOpen && children}
      </PopoverDropdown>
    </Popover>
  );
}
