import { redirect } from "next/navigation";
import { settingsPath } from "@/app/_paths/builder.ts";
import { openBuilder } from "@/app/builder/access.ts";

export default async function SettingsPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant } = await openBuilder((await params).tenant);
  redirect(settingsPath(tenant.slug, "members"));
}
