"use client";

import { useMantineColorScheme } from "@mantine/core";
import { IconContrast, IconKeyboard, IconLogout } from "@tabler/icons-react";
import { signOutAndReload } from "@/app/_components/sign-in/session.ts";
import { COLOR_SCHEMES } from "@/app/_ui/frame/color-scheme-switch.tsx";
import { keyboardHelp } from "@/app/_ui/palette/command-palette.tsx";
import type { PaletteAction, PaletteScope } from "@/app/_ui/palette/palette-search.ts";

const icon = { size: 18, stroke: 1.6 };
const GROUP = "Commands";

const THEME: PaletteScope = { id: "theme", label: "Theme", placeholder: "Choose a theme…" };

/** Commands of both dashboards: theme of the pages, shortcuts, sign-out. */
export function useCommands(): PaletteAction[] {
  return [
    {
      id: "command-theme",
      label: "Change theme…",
      group: GROUP,
      icon: <IconContrast {...icon} />,
      keywords: "appearance color scheme dark light system",
      scope: THEME,
    },
    {
      id: "command-shortcuts",
      label: "Keyboard shortcuts",
      group: GROUP,
      icon: <IconKeyboard {...icon} />,
      keywords: "help keys",
      run: keyboardHelp.open,
    },
    {
      id: "command-sign-out",
      label: "Sign out",
      group: GROUP,
      icon: <IconLogout {...icon} />,
      keywords: "log out logout session",
      run: () => void signOutAndReload(),
    },
  ];
}

/** Choices of the commands that `useCommands` lists, by scope. */
export function useCommandChoices(): Record<string, PaletteAction[]> {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const themes = COLOR_SCHEMES.map(({ value, label, Icon }) => ({
    id: `theme-${value}`,
    label,
    ...(value === colorScheme && { description: "Current" }),
    group: THEME.label,
    icon: <Icon {...icon} />,
    keywords: "appearance color scheme",
    run: () => setColorScheme(value),
  }));
  return { [THEME.id]: themes };
}
