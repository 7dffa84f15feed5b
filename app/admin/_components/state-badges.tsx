import type { DeliveryState } from "@/db/schema/vocabulary.ts";
import { type BadgeStyle, Dot } from "../../_ui/data/status-badge";

const CHANNEL_BADGES: Record<"ACTIVE" | "FAILING" | "PAUSED" | "DISABLED", BadgeStyle> = {
  ACTIVE: { label: "Active", tone: "ok" },
  FAILING: { label: "Failing", tone: "bad" },
  PAUSED: { label: "Paused", tone: "idle", shape: "ring" },
  DISABLED: { label: "Disabled", tone: "warn" },
};

const DELIVERY_BADGES: Record<DeliveryState, BadgeStyle> = {
  PENDING: { label: "Waiting", tone: "info", shape: "ring" },
  DELIVERED: { label: "Delivered", tone: "ok" },
  PARKED: { label: "Parked", tone: "warn", shape: "ring" },
  DEAD: { label: "Given up", tone: "bad" },
  DROPPED: { label: "Dropped", tone: "idle" },
};

export function ChannelStateBadge({ state }: { state: keyof typeof CHANNEL_BADGES }) {
  const { label, ...style } = CHANNEL_BADGES[state];
  return <Dot {...style}>{label}</Dot>;
}

export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  const { label, ...style } = DELIVERY_BADGES[state];
  return <Dot {...style}>{label}</Dot>;
}

export const deliveryStateLabel = (state: DeliveryState): string => DELIVERY_BADGES[state].label;

export function UserStateBadge({ isDisabled }: { isDisabled: boolean }) {
  return isDisabled ? <Dot tone="bad">Disabled</Dot> : <Dot tone="ok">Active</Dot>;
}

export function TenantStateBadge({ isSuspended }: { isSuspended: boolean }) {
  return isSuspended ? <Dot tone="warn">Suspended</Dot> : <Dot tone="ok">Active</Dot>;
}
