import type { ReactNode } from "react";
import { SettingsNav } from "../../_components/settings/settings-nav";
import { openBuilder } from "../../access";

type LayoutProps = { params: Promise<{ tenant: string }>; children: ReactNode };

export default async function SettingsLayout({ params, children }: LayoutProps) {
  const { tenant } = await openBuilder((await params).tenant);
  return (
    <>
      <SettingsNav tenant={tenant.slug} />
      {children}
    </>
  );
}
