import { headers } from "next/headers";
import type { ReactNode } from "react";
import { SessionDialog } from "@/app/_components/connection/session-dialog.tsx";
import { EmailNotice } from "@/app/_components/email/email-notice.tsx";
import { Shell } from "@/app/_components/frame/shell.tsx";
import { type TenantChoice, TenantSwitcher } from "@/app/_components/frame/tenant-switcher.tsx";
import type { ShellUser } from "@/app/_components/frame/user-menu.tsx";
import { NotificationBell } from "@/app/_components/notifications/notification-bell.tsx";
import { SIGN_UP_PATH } from "@/app/_paths/account.ts";
import { AREAS } from "@/app/_paths/area-pages.ts";
import { tenantPath } from "@/app/_paths/builder.ts";
import { BUILDER_PAGES, pagesOfTenant, SETTINGS_PAGE } from "@/app/_paths/builder-pages.ts";
import { RefreshStaleQueries, TrpcProvider } from "@/app/_trpc/client.tsx";
import { api } from "@/app/_trpc/server.tsx";
import { isSignUpOpen } from "@/server/domains/accounts/tenants/create-tenant.ts";
import { openBuilder } from "../access";
import { LiveBuilds } from "./_components/live-builds.tsx";
import { BuilderPalette } from "./_components/palette/builder-palette";

type LayoutProps = { params: Promise<{ tenant: string }>; children: ReactNode };

export async function generateMetadata({ params }: LayoutProps) {
  const { tenant } = await openBuilder((await params).tenant);
  return { title: { default: tenant.name, template: `%s · ${tenant.name} · Drydock` } };
}

export default async function BuilderLayout({ params, children }: LayoutProps) {
  const { user, tenant, tenants, permissions } = await openBuilder((await params).tenant);
  const isPrefetch = (await headers()).has("next-router-prefetch");
  if (!isPrefetch) await api.tenants.remember({ tenant: tenant.slug });
  return (
    <TrpcProvider>
      <RefreshStaleQueries />
      <SessionDialog userId={user.userId} email={user.email} />
      <LiveBuilds tenant={tenant.slug} />
      <BuilderShell
        tenant={tenant}
        tenants={tenants}
        user={user}
        canCreateTenant={isSignUpOpen() || user.isSuperAdmin}
        palette={
          <BuilderPalette
            tenant={tenant.slug}
            tenants={tenants.map(({ slug, name }) => ({ slug, name }))}
            canBuild={permissions.includes("BUILDS_CREATE")}
            isOwner={tenant.role === "OWNER"}
            isSuperAdmin={user.isSuperAdmin}
          />
        }
      >
        {!user.isEmailVerified && <EmailNotice />}
        {children}
      </BuilderShell>
    </TrpcProvider>
  );
}

type BuilderShellProps = {
  tenant: TenantChoice;
  /** All tenants of the user, this one included. */
  tenants: TenantChoice[];
  user: ShellUser & { isSuperAdmin?: boolean };
  canCreateTenant: boolean;
  palette?: ReactNode;
  children: ReactNode;
};

function BuilderShell({ tenant, tenants, user, canCreateTenant, palette, children }: BuilderShellProps) {
  const { slug } = tenant;
  return (
    <Shell
      label="Builder"
      homeHref={tenantPath(slug)}
      pages={pagesOfTenant([...Object.values(BUILDER_PAGES), SETTINGS_PAGE], slug)}
      user={user}
      areas={[...(user.isSuperAdmin ? [AREAS.admin] : []), AREAS.marketplace, AREAS.docs]}
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
