import { Dot } from "../../../_ui/data/status-badge";

export function TenantStateBadge({ isSuspended }: { isSuspended: boolean }) {
  return isSuspended ? <Dot tone="warn">Suspended</Dot> : <Dot tone="ok">Active</Dot>;
}
