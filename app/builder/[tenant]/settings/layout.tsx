import type { ReactNode } from "react";
import { pagesOfTenant, settingsPages } from "@/app/_paths/builder-pages.ts";
import { PageTabs } from "@/app/_ui/frame/nav.tsx";
import { openBuilder } from "@/app/builder/access.ts";

type LayoutProps = { params: Promise<{ tenant: string }>; children: ReactNode };

export default async function SettingsLayout({ params, children }: LayoutProps) {
  const { tenant } = await openBuilder((await params).tenant);
  return (
    <>
      <PageTabs
        label="Settings"
        tabs={pagesOfTenant(settingsPages(tenant.role === "OWNER"), tenant.slug).map(({ path, title }) => ({
          href: path,
          label: title,
        }))}
      />
      {children}
    </>
  );
}
