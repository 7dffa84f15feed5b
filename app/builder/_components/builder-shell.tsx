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
import { NotificationBell } from "../../_components/notification-bell";
import { Shell } from "../../_ui/frame/shell";
import { type TenantChoice, TenantSwitcher } from "../../_ui/frame/tenant-switcher";
import type { ShellUser } from "../../_ui/frame/user-menu";

type BuilderShellProps = {
  tenant: TenantChoice;
  /** All tenants of which the user is a member, this one among them. */
  tenants: TenantChoice[];
  user: ShellUser & { isSuperAdmin?: boolean };
  mayMakeTenant: boolean;
  /** Replaces the palette of pages by one that searches. */
  palette?: ReactNode;
  children: ReactNode;
};

const icon = { size: 18, stroke: 1.6 };

export function BuilderShell({ tenant, tenants, user, mayMakeTenant, palette, children }: BuilderShellProps) {
  const home = `/builder/${tenant.slug}`;
  return (
    <Shell
      label="Builder"
      homeHref={home}
      nav={[
        { href: home, label: "Overview", icon: <IconLayoutDashboard {...icon} />, isExact: true },
        { href: `${home}/apps`, label: "Apps", icon: <IconDeviceMobile {...icon} /> },
        { href: `${home}/builds`, label: "Builds", icon: <IconHammer {...icon} /> },
        { href: `${home}/plugins`, label: "Plugins", icon: <IconPuzzle {...icon} /> },
        { href: `${home}/themes`, label: "Themes", icon: <IconPalette {...icon} /> },
        { href: `${home}/listings`, label: "Listings", icon: <IconPackage {...icon} /> },
        { href: `${home}/billing`, label: "Billing", icon: <IconReceipt {...icon} /> },
        { href: `${home}/settings`, label: "Settings", icon: <IconSettings {...icon} /> },
      ]}
      user={user}
      userLinks={[
        ...(user.isSuperAdmin ? [{ href: "/admin", label: "Admin desk" }] : []),
        { href: "/marketplace", label: "Marketplace" },
        { href: "/docs", label: "Docs" },
      ]}
      switcher={
        <TenantSwitcher
          current={tenant}
          tenants={tenants}
          basePath="/builder"
          newHref={mayMakeTenant ? "/sign-up" : undefined}
        />
      }
      palette={palette}
      bell={<NotificationBell />}
    >
      {children}
    </Shell>
  );
}
