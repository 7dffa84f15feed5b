import {
  IconBuilding,
  IconHammer,
  IconHistory,
  IconLayoutDashboard,
  IconMail,
  IconPackages,
  IconProgress,
  IconReceipt,
  IconServer2,
  IconShieldCheck,
  IconStack2,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "@/app/_components/frame/shell.tsx";
import { NotificationBell } from "@/app/_components/notifications/notification-bell.tsx";
import {
  AUDIT_PATH,
  BILLING_PATH,
  BUILDS_PATH,
  CATALOG_PATH,
  FAILURES_PATH,
  MAIL_PATH,
  NOTIFICATIONS_PATH,
  QUEUE_PATH,
  ROLLOUTS_PATH,
  TENANTS_PATH,
  USERS_PATH,
  WORKERS_PATH,
} from "@/app/_paths/admin.ts";
import { ConnectionNotice } from "../_components/connection/connection-notice";
import { SessionDialog } from "../_components/connection/session-dialog";
import { RefreshStaleQueries, TrpcProvider } from "../_trpc/client";
import { requireAdmin } from "../_trpc/session";
import { AdminPalette } from "./_components/palette/admin-palette";
import classes from "./layout.module.css";

export const metadata: Metadata = {
  title: { default: "Admin", template: "%s · Admin · Drydock" },
  robots: { index: false },
};

const icon = { size: 18, stroke: 1.6 };

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { userId, name, email } = await requireAdmin();
  return (
    <TrpcProvider>
      <RefreshStaleQueries />
      <SessionDialog userId={userId} email={email} />
      <Shell
        label="Admin"
        homeHref="/admin"
        nav={[
          { href: "/admin", label: "Overview", icon: <IconLayoutDashboard {...icon} />, isExact: true },
          { href: QUEUE_PATH, label: "Moderation", icon: <IconShieldCheck {...icon} /> },
          { href: ROLLOUTS_PATH, label: "Rollouts", icon: <IconProgress {...icon} /> },
          { href: BUILDS_PATH, label: "Builds", icon: <IconHammer {...icon} /> },
          { href: FAILURES_PATH, label: "Failures", icon: <IconStack2 {...icon} /> },
          { href: WORKERS_PATH, label: "Workers", icon: <IconServer2 {...icon} /> },
          { href: CATALOG_PATH, label: "Catalog", icon: <IconPackages {...icon} /> },
          { href: TENANTS_PATH, label: "Workspaces", icon: <IconBuilding {...icon} /> },
          { href: USERS_PATH, label: "Users", icon: <IconUsers {...icon} /> },
          { href: BILLING_PATH, label: "Billing", icon: <IconReceipt {...icon} /> },
          { href: NOTIFICATIONS_PATH, label: "Notifications", icon: <IconWebhook {...icon} /> },
          { href: MAIL_PATH, label: "Email", icon: <IconMail {...icon} /> },
          { href: AUDIT_PATH, label: "Audit log", icon: <IconHistory {...icon} /> },
        ]}
        user={{ name, email }}
        userLinks={[
          { href: "/builder", label: "Builder" },
          { href: "/marketplace", label: "Marketplace" },
          { href: "/docs", label: "Docs" },
        ]}
        switcher={<span className={classes.area}>Admin</span>}
        palette={<AdminPalette />}
        bell={<NotificationBell />}
      >
        {children}
        <ConnectionNotice />
      </Shell>
    </TrpcProvider>
  );
}
