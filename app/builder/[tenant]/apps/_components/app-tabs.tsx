import { PageTabs } from "../../../../_ui/frame/nav";
import { appPath, variablesPath } from "../../../_components/paths";

type AppTabsProps = { tenant: string; app: { id: string; name: string } };

/** Tabs between the pages of an app. */
export function AppTabs({ tenant, app }: AppTabsProps) {
  return (
    <PageTabs
      label={app.name}
      tabs={[
        { label: "Builds", href: appPath(tenant, app.id) },
        { label: "Variables", href: variablesPath(tenant, app.id) },
      ]}
    />
  );
}
