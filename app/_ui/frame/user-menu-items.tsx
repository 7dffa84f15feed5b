"use client";

import { Menu } from "@mantine/core";
import { IconKeyboard, IconLogout } from "@tabler/icons-react";
import { PopupMenu } from "../actions/popup-menu";
import type { PopupProps } from "../actions/use-popup";
import { keyboardHelp } from "../keyboard/keyboard-help";
import { Link } from "../page/link";
import { ColorSchemeItems } from "./color-scheme-items";
import { signOutHere } from "./sign-out";
import type { ShellUser, UserMenuLink } from "./user-menu";
import classes from "./user-menu.module.css";

type UserMenuItemsProps = PopupProps & { user: ShellUser; links: UserMenuLink[] };

/** What `UserMenu` opens. */
export function UserMenuItems({ user, links, ...popup }: UserMenuItemsProps) {
  return (
    <PopupMenu {...popup} position="bottom-end" width={240} withinPortal={false}>
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
    </PopupMenu>
  );
}
