import { IconBell, IconKey, IconLock, IconUser } from "@tabler/icons-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "@/app/_components/frame/shell.tsx";
import { NotificationBell } from "@/app/_components/notifications/notification-bell.tsx";
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

const icon = { size: 18, stroke: 1.6 };

/** Pages of the signed-in user's own account, apart from any workspace. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const { userId, name, email, isSuperAdmin, isEmailVerified } = await requireEnrollee();
  return (
    <TrpcProvider>
      <RefreshStaleQueries />
      <SessionDialog userId={userId} email={email} />
      <Shell
        label="Account"
        homeHref="/builder"
        nav={[
          { href: "/account", label: "Profile", icon: <IconUser {...icon} />, isExact: true },
          { href: "/account/security", label: "Security", icon: <IconLock {...icon} /> },
          { href: "/account/tokens", label: "API tokens", icon: <IconKey {...icon} /> },
          { href: "/account/notifications", label: "Notifications", icon: <IconBell {...icon} /> },
        ]}
        user={{ name, email }}
        userLinks={[
          { href: "/builder", label: "Builder" },
          ...(isSuperAdmin ? [{ href: "/admin", label: "Admin" }] : []),
          { href: "/marketplace", label: "Marketplace" },
          { href: "/docs", label: "Docs" },
        ]}
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
