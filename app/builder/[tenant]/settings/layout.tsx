import type { ReactNode } from "react";
import { settingsPath, systemPluginsPath } from "@/app/_paths/builder.ts";
import { PageTabs } from "@/app/_ui/frame/nav.tsx";
import { openBuilder } from "@/app/builder/access.ts";

type LayoutProps = { params: Promise<{ tenant: string }>; children: ReactNode };

export default async function SettingsLayout({ params, children }: LayoutProps) {
  const { tenant } = await openBuilder((await params).tenant);
  const { slug } = tenant;
  return (
    <>
      <PageTabs
        label="Settings"
        tabs={[
          { label: "Members", href: settingsPath(slug, "members") },
          { label: "API tokens", href: settingsPath(slug, "tokens") },
          { label: "System plugins", href: systemPluginsPath(slug) },
          ...(tenant.role === "OWNER" ? [{ label: "Activity", href: settingsPath(slug, "activity") }] : []),
          { label: "Workspace", href: settingsPath(slug, "general") },
        ]}
      />
      {children}
    </>
  );
}
