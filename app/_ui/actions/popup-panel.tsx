"use client";

import { Popover, PopoverDropdown, type PopoverProps, PopoverTarget } from "@mantine/core";
import type { ReactNode } from "react";
import type { PopupProps } from "./use-popup";
import { AnchorTarget, useOpenAfterMount } from "./use-popup";

type PopupPanelProps = PopupProps &
  Pick<PopoverProps, "width" | "position"> & {
    label: string;
    /** Content without padding. */
    isFlush?: boolean;
    children: ReactNode;
  };

/** Panel opened by a button of `usePopup`. Its content is mounted while it is open. */
export function PopupPanel(props: PopupPanelProps) {
  const { id, anchor, isOpen, onChange, label, isFlush = false, children } = props;
  const { width, position = "bottom-end" } = props;
  return (
    <Popover
      id={id}
      opened={useOpenAfterMount(isOpen)}
      onChange={onChange}
      width={width}
      position={position}
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
