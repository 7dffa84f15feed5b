import { redirect } from "next/navigation";
import { tenantPath } from "../../_components/paths";
import { openBuilder } from "../../access";

export default async function SettingsPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant } = await openBuilder((await params).tenant);
  redirect(`${tenantPath(tenant.slug)}/settings/members`);
}
