"use client";

import { Menu, type MenuProps } from "@mantine/core";
import type { Choice } from "./choice-button";
import { AnchorTarget, type PopupProps, useOpenAfterMount } from "./use-popup";

type PopupMenuProps = PopupProps & Pick<MenuProps, "position" | "width" | "withinPortal" | "children">;

/** Menu opened by a button of `usePopup`. Its children are Mantine's menu items. */
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
        <AnchorTarget anchor={anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

type ChoiceMenuProps = {
  popup: PopupProps;
  label: string;
  choices: readonly Choice<string>[];
  value: string;
  onChange: (value: string) => void;
};

/** Lazily loaded menu of `ChoiceButton`. */
export function ChoiceMenu({ popup, label, choices, value, onChange }: ChoiceMenuProps) {
  return (
    <PopupMenu {...popup} position="bottom-start" width={160}>
      <Menu.RadioGroup value={value} onChange={onChange} aria-label={label}>
        {choices.map((choice) => (
          <Menu.RadioItem key={choice.value} value={choice.value} closeMenuOnClick>
            {choice.label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </PopupMenu>
  );
}
