"use client";

import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { IconKeyboard, IconLogout } from "@tabler/icons-react";
import { ACCOUNT_PATH } from "@/app/_paths/account.ts";
import { PopupMenu } from "@/app/_ui/actions/popup-menu.tsx";
import type { PopupProps } from "@/app/_ui/actions/use-popup.ts";
import { COLOR_SCHEMES } from "@/app/_ui/frame/color-scheme-switch.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { keyboardHelp } from "@/app/_ui/palette/command-palette.tsx";
import { signOutAndReload } from "../sign-in/session.ts";
import classes from "./user-menu.module.css";
import type { ShellUser, UserMenuLink } from "./user-menu.tsx";

type UserMenuItemsProps = PopupProps & { user: ShellUser; links: UserMenuLink[] };

/** Lazily loaded menu of `UserMenu`. */
export function UserMenuItems({ user, links, ...popup }: UserMenuItemsProps) {
  return (
    <PopupMenu {...popup} position="bottom-end" width={240} withinPortal={false}>
      <div className={classes.who}>
        <span className={classes.name}>{user.name}</span>
        <span className={classes.email}>{user.email}</span>
      </div>
      <Menu.Divider />
      <Menu.Item component={Link} href={ACCOUNT_PATH}>
        Account
      </Menu.Item>
      {links.map((link) => (
        <Menu.Item key={link.href} component={Link} href={link.href}>
          {link.label}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.75} />} onClick={keyboardHelp.open}>
        Keyboard shortcuts
      </Menu.Item>
      <Menu.Divider />
      <ColorSchemeItems />
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => void signOutAndReload()}>
        Sign out
      </Menu.Item>
    </PopupMenu>
  );
}

function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
      aria-label="Theme"
    >
      {COLOR_SCHEMES.map(({ value, label, Icon }) => (
        <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} stroke={1.75} />}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
