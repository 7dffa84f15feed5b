import type { ReactNode } from "react";
import { appPath, appPluginsPath, appsPath, variablesPath } from "@/app/_paths/builder.ts";
import { PageTabs } from "@/app/_ui/frame/nav.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";

type AppTabsProps = {
  tenant: string;
  app: { id: string; name: string };
  /** With the permission to manage apps; others do not see variables. */
  canManage: boolean;
};

/** Tabs between the pages of an app. */
export function AppTabs({ tenant, app, canManage }: AppTabsProps) {
  return (
    <PageTabs
      label={app.name}
      tabs={[
        { label: "Builds", href: appPath(tenant, app.id) },
        { label: "Plugins & theme", href: appPluginsPath(tenant, app.id) },
        ...(canManage ? [{ label: "Variables", href: variablesPath(tenant, app.id) }] : []),
      ]}
    />
  );
}

type AppHeaderProps = AppTabsProps & { title: string; description: string; actions: ReactNode };

/** Header of a page below an app, with its tabs. */
export function AppHeader({ title, description, actions, ...tabs }: AppHeaderProps) {
  const { tenant, app } = tabs;
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        breadcrumbs={[
          { label: "Apps", href: appsPath(tenant) },
          { label: app.name, href: appPath(tenant, app.id) },
        ]}
        actions={actions}
      />
      <AppTabs {...tabs} />
    </>
  );
}
