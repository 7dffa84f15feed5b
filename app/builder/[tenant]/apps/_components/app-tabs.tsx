import { appPath, appPluginsPath, variablesPath } from "@/app/_paths/builder.ts";
import { PageTabs } from "@/app/_ui/frame/nav.tsx";

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
