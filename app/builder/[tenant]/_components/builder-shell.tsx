import {
  IconDeviceMobile,
  IconHammer,
  IconLayoutDashboard,
  IconPackage,
  IconPalette,
  IconPuzzle,
  IconReceipt,
  IconSettings,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Shell } from "@/app/_components/frame/shell.tsx";
import { type TenantChoice, TenantSwitcher } from "@/app/_components/frame/tenant-switcher.tsx";
import type { ShellUser } from "@/app/_components/frame/user-menu.tsx";
import { NotificationBell } from "@/app/_components/notifications/notification-bell.tsx";
import {
  appsPath,
  buildsPath,
  listingsPath,
  pluginsPath,
  tenantPath,
  themesPath,
} from "@/app/_paths/builder.ts";

type BuilderShellProps = {
  tenant: TenantChoice;
  /** All tenants of the user, this one included. */
  tenants: TenantChoice[];
  user: ShellUser & { isSuperAdmin?: boolean };
  canCreateTenant: boolean;
  palette?: ReactNode;
  children: ReactNode;
};

const icon = { size: 18, stroke: 1.6 };

export function BuilderShell({
  tenant,
  tenants,
  user,
  canCreateTenant,
  palette,
  children,
}: BuilderShellProps) {
  const { slug } = tenant;
  const home = tenantPath(slug);
  return (
    <Shell
      label="Builder"
      homeHref={home}
      nav={[
        { href: home, label: "Overview", icon: <IconLayoutDashboard {...icon} />, isExact: true },
        { href: appsPath(slug), label: "Apps", icon: <IconDeviceMobile {...icon} /> },
        { href: buildsPath(slug), label: "Builds", icon: <IconHammer {...icon} /> },
        { href: pluginsPath(slug), label: "Plugins", icon: <IconPuzzle {...icon} /> },
        { href: themesPath(slug), label: "Themes", icon: <IconPalette {...icon} /> },
        { href: listingsPath(slug), label: "Listings", icon: <IconPackage {...icon} /> },
        { href: `${home}/billing`, label: "Billing", icon: <IconReceipt {...icon} /> },
        { href: `${home}/settings`, label: "Settings", icon: <IconSettings {...icon} /> },
      ]}
      user={user}
      userLinks={[
        ...(user.isSuperAdmin ? [{ href: "/admin", label: "Admin" }] : []),
        { href: "/marketplace", label: "Marketplace" },
        { href: "/docs", label: "Docs" },
      ]}
      switcher={
        <TenantSwitcher
          current={tenant}
          tenants={tenants}
          newHref={canCreateTenant ? "/sign-up" : undefined}
        />
      }
      palette={palette}
      bell={<NotificationBell />}
    >
      {children}
    </Shell>
  );
}
