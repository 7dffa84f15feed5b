"use client";

import { firstCluster } from "@/shared/text/truncate.ts";
import { onDemand } from "../actions/on-demand";
import { usePopup } from "../actions/use-popup";
import avatarClasses from "./avatar.module.css";
import classes from "./user-menu.module.css";

export type ShellUser = { name: string; email: string };
export type UserMenuLink = { label: string; href: string };

const load = () => import("./user-menu-items").then((module) => module.UserMenuItems);
const UserMenuItems = onDemand(load);

export function UserMenu({ user, links }: { user: ShellUser; links: UserMenuLink[] }) {
  const { button, popup } = usePopup("menu", load);
  return (
    <>
      <button type="button" className={classes.button} aria-label={`Account: ${user.name}`} {...button}>
        <Avatar name={user.name} />
      </button>
      {popup && <UserMenuItems {...popup} user={user} links={links} />}
    </>
  );
}

/** Initial instead of a picture: round for users, square for tenants. */
export function Avatar({ name, isSquare = false }: { name: string; isSquare?: boolean }) {
  return (
    <span className={avatarClasses.initial} data-square={isSquare || undefined} aria-hidden="true">
      {firstCluster(name.trim()).toUpperCase() || "?"}
    </span>
  );
}
