"use client";

import { Menu } from "@mantine/core";
import type { Choice } from "./choice-button";
import { PopupMenu } from "./popup-menu";
import type { PopupProps } from "./use-popup";

type ChoiceMenuProps = {
  popup: PopupProps;
  label: string;
  choices: readonly Choice<string>[];
  value: string;
  onChange: (value: string) => void;
};

/** What `ChoiceButton` opens. */
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
