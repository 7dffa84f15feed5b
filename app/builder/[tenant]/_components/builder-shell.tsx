import type { ReactNode } from "react";
import { toNavItems, toUserLinks } from "@/app/_components/frame/nav-items.tsx";
import { Shell } from "@/app/_components/frame/shell.tsx";
import { type TenantChoice, TenantSwitcher } from "@/app/_components/frame/tenant-switcher.tsx";
import type { ShellUser } from "@/app/_components/frame/user-menu.tsx";
import { NotificationBell } from "@/app/_components/notifications/notification-bell.tsx";
import { SIGN_UP_PATH } from "@/app/_paths/account.ts";
import { AREAS } from "@/app/_paths/areas.ts";
import { tenantPath } from "@/app/_paths/builder.ts";
import { BUILDER_PAGES, pagesOfTenant, SETTINGS_PAGE } from "@/app/_paths/builder-pages.ts";

type BuilderShellProps = {
  tenant: TenantChoice;
  /** All tenants of the user, this one included. */
  tenants: TenantChoice[];
  user: ShellUser & { isSuperAdmin?: boolean };
  canCreateTenant: boolean;
  palette?: ReactNode;
  children: ReactNode;
};

export function BuilderShell({
  tenant,
  tenants,
  user,
  canCreateTenant,
  palette,
  children,
}: BuilderShellProps) {
  const { slug } = tenant;
  return (
    <Shell
      label="Builder"
      homeHref={tenantPath(slug)}
      nav={toNavItems(pagesOfTenant([...Object.values(BUILDER_PAGES), SETTINGS_PAGE], slug))}
      user={user}
      userLinks={toUserLinks([...(user.isSuperAdmin ? [AREAS.admin] : []), AREAS.marketplace, AREAS.docs])}
      switcher={
        <TenantSwitcher
          current={tenant}
          tenants={tenants}
          newHref={canCreateTenant ? SIGN_UP_PATH : undefined}
        />
      }
      palette={palette}
      bell={<NotificationBell />}
    >
      {children}
    </Shell>
  );
}
