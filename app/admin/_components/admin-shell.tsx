import {
  IconBuilding,
  IconHammer,
  IconHistory,
  IconLayoutDashboard,
  IconPackages,
  IconReceipt,
  IconServer2,
  IconShieldCheck,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Bell } from "../../_components/notification-bell";
import { Shell } from "../../_ui/frame/shell";
import type { ShellUser } from "../../_ui/frame/user-menu";
import classes from "./admin-shell.module.css";
import { AUDIT_PATH, CATALOG_PATH, TENANTS_PATH, USERS_PATH } from "./paths";

type AdminShellProps = {
  user: ShellUser;
  /** Replaces the palette of pages by one that searches. */
  palette?: ReactNode;
  children: ReactNode;
};

const icon = { size: 18, stroke: 1.6 };

export function AdminShell({ user, palette, children }: AdminShellProps) {
  return (
    <Shell
      label="Admin"
      homeHref="/admin"
      nav={[
        { href: "/admin", label: "Overview", icon: <IconLayoutDashboard {...icon} />, isExact: true },
        { href: "/admin/moderation", label: "Moderation", icon: <IconShieldCheck {...icon} /> },
        { href: "/admin/builds", label: "Builds", icon: <IconHammer {...icon} /> },
        { href: "/admin/workers", label: "Workers", icon: <IconServer2 {...icon} /> },
        { href: CATALOG_PATH, label: "Catalog", icon: <IconPackages {...icon} /> },
        { href: TENANTS_PATH, label: "Tenants", icon: <IconBuilding {...icon} /> },
        { href: USERS_PATH, label: "Users", icon: <IconUsers {...icon} /> },
        { href: "/admin/billing", label: "Billing", icon: <IconReceipt {...icon} /> },
        { href: "/admin/notifications", label: "Notifications", icon: <IconWebhook {...icon} /> },
        { href: AUDIT_PATH, label: "Audit log", icon: <IconHistory {...icon} /> },
      ]}
      user={user}
      userLinks={[
        { href: "/builder", label: "Builder" },
        { href: "/marketplace", label: "Marketplace" },
        { href: "/docs", label: "Docs" },
      ]}
      switcher={<span className={classes.area}>Admin</span>}
      palette={palette}
      bell={<Bell />}
    >
      {children}
    </Shell>
  );
}
