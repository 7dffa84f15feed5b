import { PageTabs } from "../../../_ui/frame/nav";
import { tenantPath } from "../paths";

const PAGES = [
  { name: "members", label: "Members" },
  { name: "tokens", label: "API tokens" },
  { name: "general", label: "Tenant" },
];

export function SettingsNav({ tenant }: { tenant: string }) {
  const tabs = PAGES.map(({ name, label }) => ({ label, href: `${tenantPath(tenant)}/settings/${name}` }));
  return <PageTabs label="Settings" tabs={tabs} />;
}
