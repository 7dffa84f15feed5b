"use client";

import { Menu } from "@mantine/core";
import { IconCheck, IconPlus, IconSelector } from "@tabler/icons-react";
import Link from "next/link";
import { Initial } from "./initial";
import classes from "./tenant-switcher.module.css";

export type TenantChoice = { slug: string; name: string };

type TenantSwitcherProps = {
  current: TenantChoice;
  /** All tenants the user is a member of, the current one among them. */
  tenants: TenantChoice[];
  /** Where a tenant's dashboard begins: "/builder". */
  basePath: string;
  /** Where one more is made, if the user may. */
  newHref?: string | undefined;
};

export function TenantSwitcher({ current, tenants, basePath, newHref }: TenantSwitcherProps) {
  if (tenants.length < 2 && !newHref) {
    return (
      <Link href={`${basePath}/${current.slug}`} className={classes.current}>
        <Initial name={current.name} isSquare />
        <span className={classes.name}>{current.name}</span>
      </Link>
    );
  }
  return (
    <Menu position="bottom-start" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes.current} aria-label={`Tenant: ${current.name}. Switch`}>
          <Initial name={current.name} isSquare />
          <span className={classes.name}>{current.name}</span>
          <IconSelector size={16} stroke={1.75} className={classes.chevron} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Tenants</Menu.Label>
        {tenants.map((tenant) => (
          <Menu.Item
            key={tenant.slug}
            component={Link}
            href={`${basePath}/${tenant.slug}`}
            leftSection={<Initial name={tenant.name} isSquare />}
            rightSection={tenant.slug === current.slug && <IconCheck size={16} aria-label="current" />}
          >
            {tenant.name}
          </Menu.Item>
        ))}
        {newHref && (
          <>
            <Menu.Divider />
            <Menu.Item
              component={Link}
              href={newHref}
              leftSection={<IconPlus size={16} aria-hidden="true" />}
            >
              New tenant
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
