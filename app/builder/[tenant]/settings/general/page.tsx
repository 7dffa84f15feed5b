import type { Metadata } from "next";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { PageHeader } from "../../../../_ui/page/page-header";
import { openBuilder } from "../../../access";
import { TenantSettings } from "../_components/tenant-settings";

export const metadata: Metadata = { title: "Workspace" };

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
