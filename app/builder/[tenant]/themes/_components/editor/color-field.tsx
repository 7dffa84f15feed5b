"use client";

import { IconAlertTriangle, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { ThemeWarning } from "@/shared/plugin/theme.ts";
import classes from "./fields.module.css";

type ColorFieldProps = {
  /** "Accent, dark". */
  label: string;
  hex: string;
  warnings: ThemeWarning[];
  onChange: (hex: string) => void;
  /** Removes an optional color. */
  onClear?: (() => void) | undefined;
  isDisabled?: boolean;
};

const HEX = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;

/** Color as a swatch and as a hex text field. */
export function ColorField({ label, hex, warnings, onChange, onClear, isDisabled }: ColorFieldProps) {
  const id = useId();
  // Text that is not a color yet.
  const [typed, setTyped] = useState<string>();
  const isInvalid = typed !== undefined && !HEX.test(typed.trim());

  function type(text: string) {
    const color = toHex(text);
    setTyped(color === text.trim().toLowerCase() ? undefined : text);
    if (color && text.trim().length >= 7) onChange(color);
  }

  function leave() {
    const color = typed === undefined ? null : toHex(typed);
    if (color && color !== hex) onChange(color);
    if (color) setTyped(undefined);
  }

  const notes = [
    isInvalid ? "Use the format #1b2430." : null,
    ...warnings.map(({ message }) => message),
  ].filter((note) => note !== null);
  return (
    <div className={classes.color} data-warned={notes.length > 0 || undefined}>
      <div className={classes.colorRow}>
        <input
          type="color"
          className={classes.swatch}
          aria-label={`Pick ${label}`}
          value={hex}
          disabled={isDisabled}
          onChange={(event) => {
            setTyped(undefined);
            onChange(event.currentTarget.value);
          }}
        />
        <input
          type="text"
          className={classes.hex}
          aria-label={label}
          aria-describedby={notes.length > 0 ? id : undefined}
          aria-invalid={isInvalid || undefined}
          value={typed ?? hex}
          disabled={isDisabled}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={leave}
        />
        {onClear && !isDisabled && (
          <button type="button" className={classes.clear} aria-label={`Remove ${label}`} onClick={onClear}>
            <IconX size={14} stroke={2} />
          </button>
        )}
      </div>
      {notes.length > 0 && (
        <div id={id} className={classes.notes}>
          {notes.map((note) => (
            <p key={note}>
              <IconAlertTriangle size={13} stroke={2} aria-hidden="true" />
              {note}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

/** Normalizes `#abc` and `AABBCC` to `#aabbcc`. */
function toHex(text: string): string | null {
  const digits = HEX.exec(text.trim())?.[1]?.toLowerCase();
  if (!digits) return null;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`;
}
