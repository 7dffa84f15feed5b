"use client";

import { useMantineColorScheme } from "@mantine/core";
import { useIsHydrated } from "../data/clock";
import { colorSchemeChoices } from "./color-scheme-choices";
import classes from "./color-scheme-switch.module.css";

/** Light, dark or the system's own, as three small buttons: for pages without a user's menu. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = useIsHydrated() ? colorScheme : undefined;
  return (
    <fieldset className={classes.switch}>
      <legend className="visually-hidden">Colours</legend>
      {colorSchemeChoices.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          className={classes.choice}
          aria-pressed={value === chosen}
          aria-label={label}
          title={label}
          onClick={() => setColorScheme(value)}
        >
          <Icon size={16} stroke={1.75} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  );
}
