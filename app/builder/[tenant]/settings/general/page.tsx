import type { Metadata } from "next";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { SETTINGS_PAGES } from "@/app/_paths/builder-pages.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { openBuilder } from "@/app/builder/access.ts";
import { TenantSettings } from "../_components/tenant-settings";

export const metadata: Metadata = { title: SETTINGS_PAGES.general.title };

export default async function GeneralPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant, user } = await openBuilder((await params).tenant);
  return (
    <>
      <PageHeader
        title="Workspace"
        actions={<ApiPopover path="/api/me" tenantId={tenant.id} cli="cli whoami" />}
      />
      <TenantSettings tenant={tenant} self={{ userId: user.userId, name: user.name }} />
    </>
  );
}
