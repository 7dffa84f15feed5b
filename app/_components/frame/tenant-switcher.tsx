"use client";

import { IconSelector } from "@tabler/icons-react";
import { tenantPath } from "@/app/_paths/builder.ts";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { usePopup } from "@/app/_ui/actions/use-popup.ts";
import { Avatar } from "@/app/_ui/data/values.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import classes from "./tenant-switcher.module.css";

export type TenantChoice = { slug: string; name: string };

export type TenantSwitcherProps = {
  current: TenantChoice;
  /** All tenants of the user, including the current one. */
  tenants: TenantChoice[];
  /** Link to create a tenant, if the user is allowed to. */
  newHref?: string | undefined;
};

const load = () => import("./tenant-menu.tsx").then((module) => module.TenantMenu);
const TenantMenu = onDemand(load);

export function TenantSwitcher(props: TenantSwitcherProps) {
  const { current, tenants, newHref } = props;
  const { button, popup } = usePopup("menu", load);
  if (tenants.length < 2 && !newHref) {
    return (
      <Link href={tenantPath(current.slug)} className={classes.current}>
        <Avatar name={current.name} isSquare />
        <span className={classes.name} title={current.name}>
          {current.name}
        </span>
      </Link>
    );
  }
  return (
    <>
      <button
        type="button"
        className={classes.current}
        aria-label={`Workspace: ${current.name}. Switch`}
        {...button}
      >
        <Avatar name={current.name} isSquare />
        <span className={classes.name} title={current.name}>
          {current.name}
        </span>
        <IconSelector size={16} stroke={1.75} className={classes.chevron} aria-hidden="true" />
      </button>
      {popup && <TenantMenu {...popup} {...props} />}
    </>
  );
}
