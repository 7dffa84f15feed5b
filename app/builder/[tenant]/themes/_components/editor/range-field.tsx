"use client";

import { useId } from "react";
import classes from "./fields.module.css";

type RangeFieldProps = {
  label: string;
  value: number;
  range: { min: number; max: number; step: number };
  /** The value in words and units: "16 px". */
  toWords: (value: number) => string;
  onChange: (value: number) => void;
  isDisabled?: boolean;
};

export function RangeField({ label, value, range, toWords, onChange, isDisabled }: RangeFieldProps) {
  const id = useId();
  const decimals = range.step < 1 ? 2 : 0;
  return (
    <div className={classes.range}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} className={classes.value}>
        {toWords(value)}
      </output>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={toWords(value)}
        disabled={isDisabled}
        onChange={(event) => onChange(Number(Number(event.currentTarget.value).toFixed(decimals)))}
      />
    </div>
  );
}
