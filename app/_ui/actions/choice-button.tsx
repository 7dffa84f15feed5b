"use client";

import { IconChevronDown } from "@tabler/icons-react";
import classes from "./choice-button.module.css";
import { onDemand } from "./on-demand";
import { usePopup } from "./use-popup";

export type Choice<T extends string> = { value: T; label: string };

type ChoiceButtonProps<T extends string> = {
  /** Label of the choice: "Role of Mara". */
  label: string;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
  isDisabled?: boolean;
  title?: string | undefined;
};

const load = () => import("./popup-menu").then((module) => module.ChoiceMenu);
const ChoiceMenu = onDemand(load);

/** Select button: shows the current choice and opens a menu of all. A pick takes effect at once. */
export function ChoiceButton<T extends string>(props: ChoiceButtonProps<T>) {
  const { label, choices, value, onChange, isDisabled = false, title } = props;
  const { button, popup } = usePopup("menu", load);
  const shown = choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={`${label}: ${shown}`}
        disabled={isDisabled}
        title={title}
        {...button}
      >
        {shown}
        <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
      </button>
      {popup && (
        <ChoiceMenu
          popup={popup}
          label={label}
          choices={choices}
          value={value}
          onChange={(picked) => picked !== value && onChange(picked as T)}
        />
      )}
    </>
  );
}
