import { redirect } from "next/navigation";
import { settingsPath } from "../../_components/paths";
import { openBuilder } from "../../access";

export default async function SettingsPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant } = await openBuilder((await params).tenant);
  redirect(settingsPath(tenant.slug, "members"));
}
