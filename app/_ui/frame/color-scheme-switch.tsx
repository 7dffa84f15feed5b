"use client";

import { useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useIsHydrated } from "../data/clock";
import classes from "./color-scheme-switch.module.css";

export const COLOR_SCHEMES = [
  { value: "auto", label: "System", Icon: IconDeviceDesktop },
  { value: "light", label: "Light", Icon: IconSun },
  { value: "dark", label: "Dark", Icon: IconMoon },
] as const;

/** Color scheme as three small buttons: for pages without a user's menu. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = useIsHydrated() ? colorScheme : undefined;
  return (
    <fieldset className={classes.switch}>
      <legend className="visually-hidden">Theme</legend>
      {COLOR_SCHEMES.map(({ value, label, Icon }) => (
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
