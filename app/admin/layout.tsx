import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "@/app/_components/frame/shell.tsx";
import { NotificationBell } from "@/app/_components/notifications/notification-bell.tsx";
import { ADMIN_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { AREAS } from "@/app/_paths/area-pages.ts";
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

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { userId, name, email } = await requireAdmin();
  return (
    <TrpcProvider>
      <RefreshStaleQueries />
      <SessionDialog userId={userId} email={email} />
      <Shell
        label="Admin"
        homeHref={ADMIN_PATH}
        pages={Object.values(ADMIN_PAGES)}
        user={{ name, email }}
        areas={[AREAS.builder, AREAS.marketplace, AREAS.docs]}
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
