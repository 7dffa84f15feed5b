"use client";

import { useId } from "react";
import classes from "./choice-field.module.css";

type ChoiceFieldProps<T extends string> = {
  label: string;
  value: T;
  choices: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  isDisabled?: boolean;
};

/** Segmented control made of native radio buttons. */
export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, value, choices, onChange, isDisabled } = props;
  const name = useId();
  return (
    <fieldset className={classes.choice} disabled={isDisabled}>
      <legend>{label}</legend>
      <div className={classes.segments}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes.segment}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
