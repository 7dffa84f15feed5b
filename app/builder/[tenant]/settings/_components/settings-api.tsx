import { ApiPopover } from "../../../../_ui/actions/api-popover";

/** Programs see of a tenant's settings whom their token stands for: the person, the tenant and what it permits. */
export function SettingsApi({ tenantId }: { tenantId: string }) {
  return <ApiPopover path="/api/me" tenantId={tenantId} cli="cli whoami" />;
}
