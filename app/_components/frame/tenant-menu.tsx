"use client";

import { Menu } from "@mantine/core";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { tenantPath } from "@/app/_paths/builder.ts";
import { PopupMenu } from "@/app/_ui/actions/popup-menu.tsx";
import type { PopupProps } from "@/app/_ui/actions/use-popup.ts";
import { Avatar } from "@/app/_ui/data/values.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import type { TenantSwitcherProps } from "./tenant-switcher.tsx";

/** Lazily loaded menu of `TenantSwitcher`. */
export function TenantMenu(props: PopupProps & TenantSwitcherProps) {
  const { current, tenants, newHref, ...popup } = props;
  return (
    <PopupMenu {...popup} position="bottom-start" width={240} withinPortal={false}>
      <Menu.Label>Workspaces</Menu.Label>
      {tenants.map((tenant) => (
        <Menu.Item
          key={tenant.slug}
          component={Link}
          href={tenantPath(tenant.slug)}
          canPrefetch={false}
          leftSection={<Avatar name={tenant.name} isSquare />}
          rightSection={tenant.slug === current.slug && <IconCheck size={16} aria-label="current" />}
        >
          {tenant.name}
        </Menu.Item>
      ))}
      {newHref && (
        <>
          <Menu.Divider />
          <Menu.Item component={Link} href={newHref} leftSection={<IconPlus size={16} aria-hidden="true" />}>
            New workspace
          </Menu.Item>
        </>
      )}
    </PopupMenu>
  );
}
