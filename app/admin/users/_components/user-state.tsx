import { Dot } from "../../../_ui/data/status-badge";

export function UserStateBadge({ isDisabled }: { isDisabled: boolean }) {
  return isDisabled ? <Dot tone="bad">Disabled</Dot> : <Dot tone="ok">Active</Dot>;
}
