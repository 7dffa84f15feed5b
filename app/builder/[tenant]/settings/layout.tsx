import type { ReactNode } from "react";
import { openBuilder } from "../../access";
import { SettingsNav } from "./_components/settings-nav";

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
