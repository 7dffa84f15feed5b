"use client";

import dynamic from "next/dynamic";
import { usePopup } from "../actions/use-popup";
import { Initial } from "./initial";
import classes from "./user-menu.module.css";

export type ShellUser = { name: string; email: string };
export type UserMenuLink = { label: string; href: string };

const load = () => import("./user-menu-items").then((module) => module.UserMenuItems);
const UserMenuItems = dynamic(load, { ssr: false });

export function UserMenu({ user, links }: { user: ShellUser; links: UserMenuLink[] }) {
  const { button, popup } = usePopup("menu", load);
  return (
    <>
      <button type="button" className={classes.button} aria-label={`Account: ${user.name}`} {...button}>
        <Initial name={user.name} />
      </button>
      {popup && <UserMenuItems {...popup} user={user} links={links} />}
    </>
  );
}
