import { headers } from "next/headers";
import type { ReactNode } from "react";
import { SessionDialog } from "@/app/_components/connection/session-dialog.tsx";
import { EmailNotice } from "@/app/_components/email/email-notice.tsx";
import { RefreshStaleQueries, TrpcProvider } from "@/app/_trpc/client.tsx";
import { api } from "@/app/_trpc/server.tsx";
import { isSignUpOpen } from "@/server/domains/accounts/tenants/create-tenant.ts";
import { openBuilder } from "../access";
import { BuilderShell } from "./_components/builder-shell.tsx";
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
