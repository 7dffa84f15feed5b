"use client";

import { Menu, type MenuProps } from "@mantine/core";
import { StandIn } from "./stand-in";
import { useOpenAfterMount } from "./use-open-after-mount";
import type { PopupProps } from "./use-popup";

type PopupMenuProps = PopupProps & Pick<MenuProps, "position" | "width" | "withinPortal" | "children">;

/** The menu of a button that `usePopup` made. Its children are Mantine's items. */
export function PopupMenu({ id, anchor, isOpen, onChange, children, ...menu }: PopupMenuProps) {
  return (
    <Menu
      {...menu}
      id={id}
      opened={useOpenAfterMount(isOpen)}
      onChange={onChange}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <StandIn anchor={anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
