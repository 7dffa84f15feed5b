import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "@/app/_components/frame/shell.tsx";
import { NotificationBell } from "@/app/_components/notifications/notification-bell.tsx";
import { ACCOUNT_PAGES, AREAS } from "@/app/_paths/area-pages.ts";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { ConnectionNotice } from "../_components/connection/connection-notice";
import { SessionDialog } from "../_components/connection/session-dialog";
import { EmailNotice } from "../_components/email/email-notice";
import { RefreshStaleQueries, TrpcProvider } from "../_trpc/client";
import { requireEnrollee } from "../_trpc/session";
import { AccountPalette } from "./_components/account-palette";
import classes from "./layout.module.css";

export const metadata: Metadata = {
  title: { default: "Account", template: "%s · Account · Drydock" },
  robots: { index: false },
};

/** Pages of the signed-in user's own account, apart from any workspace. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const { userId, name, email, isSuperAdmin, isEmailVerified } = await requireEnrollee();
  return (
    <TrpcProvider>
      <RefreshStaleQueries />
      <SessionDialog userId={userId} email={email} />
      <Shell
        label="Account"
        homeHref={BUILDER_PATH}
        pages={Object.values(ACCOUNT_PAGES)}
        user={{ name, email }}
        areas={[AREAS.builder, ...(isSuperAdmin ? [AREAS.admin] : []), AREAS.marketplace, AREAS.docs]}
        switcher={<span className={classes.area}>Account</span>}
        palette={<AccountPalette isSuperAdmin={isSuperAdmin} />}
        bell={<NotificationBell />}
      >
        {!isEmailVerified && <EmailNotice />}
        {children}
        <ConnectionNotice />
      </Shell>
    </TrpcProvider>
  );
}
