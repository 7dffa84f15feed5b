"use client";

import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { usePopup } from "@/app/_ui/actions/use-popup.ts";
import { Avatar } from "@/app/_ui/data/values.tsx";
import classes from "./user-menu.module.css";

export type ShellUser = { name: string; email: string };
export type UserMenuLink = { label: string; href: string };

const load = () => import("./user-menu-items.tsx").then((module) => module.UserMenuItems);
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
