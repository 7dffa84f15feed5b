"use client";

import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { colorSchemeChoices } from "./color-scheme-choices";

/** Light, dark or the system's own, as items of a menu. */
export function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
      aria-label="Colours"
    >
      {colorSchemeChoices.map(({ value, label, Icon }) => (
        <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} stroke={1.75} />}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
