"use client";

import { Menu } from "@mantine/core";
import { IconKeyboard, IconLogout } from "@tabler/icons-react";
import Link from "next/link";
import { keyboardHelp } from "../keyboard/keyboard-help";
import { ColorSchemeItems } from "./color-scheme-items";
import { Initial } from "./initial";
import { signOutHere } from "./sign-out";
import classes from "./user-menu.module.css";

export type ShellUser = { name: string; email: string };
export type UserMenuLink = { label: string; href: string };

export function UserMenu({ user, links }: { user: ShellUser; links: UserMenuLink[] }) {
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={`Account: ${user.name}`}>
          <Initial name={user.name} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <span className={classes.name}>{user.name}</span>
          <span className={classes.email}>{user.email}</span>
        </div>
        <Menu.Divider />
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
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={signOutHere}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
