import { Badge, type BadgeStyle, Dot } from "@/app/_ui/data/values.tsx";
import type { BillingEventState, DeliveryState, MailState } from "@/shared/vocabulary.ts";

const CHANNEL_BADGES: Record<"ACTIVE" | "FAILING" | "PAUSED" | "DISABLED", BadgeStyle> = {
  ACTIVE: { label: "Active", tone: "ok" },
  FAILING: { label: "Failing", tone: "bad" },
  PAUSED: { label: "Paused", tone: "idle", shape: "ring" },
  DISABLED: { label: "Disabled", tone: "warn" },
};

const DELIVERY_BADGES: Record<DeliveryState, BadgeStyle> = {
  PENDING: { label: "Pending", tone: "info", shape: "ring" },
  DELIVERED: { label: "Delivered", tone: "ok" },
  PARKED: { label: "On hold", tone: "warn", shape: "ring" },
  DEAD: { label: "Failed", tone: "bad" },
  DROPPED: { label: "Discarded", tone: "idle" },
};

export const ChannelStateBadge = ({ state }: { state: keyof typeof CHANNEL_BADGES }) => (
  <Badge {...CHANNEL_BADGES[state]} />
);

export const DeliveryStateBadge = ({ state }: { state: DeliveryState }) => (
  <Badge {...DELIVERY_BADGES[state]} />
);

export const deliveryStateLabel = (state: DeliveryState): string => DELIVERY_BADGES[state].label;

const MAIL_BADGES: Record<MailState, BadgeStyle> = {
  QUEUED: { label: "Queued", tone: "info", shape: "ring" },
  SENDING: { label: "Sending", tone: "info" },
  SENT: { label: "Sent", tone: "ok" },
  FAILED: { label: "Failed", tone: "bad" },
  DISMISSED: { label: "Dismissed", tone: "idle" },
};

export const MailStateBadge = ({ state }: { state: MailState }) => <Badge {...MAIL_BADGES[state]} />;

export function UserStateBadge({ isDisabled }: { isDisabled: boolean }) {
  return isDisabled ? <Dot tone="bad">Disabled</Dot> : <Dot tone="ok">Active</Dot>;
}

export function TenantStateBadge({ isSuspended }: { isSuspended: boolean }) {
  return isSuspended ? <Dot tone="warn">Suspended</Dot> : <Dot tone="ok">Active</Dot>;
}

const STATE_BADGES: Record<BillingEventState, BadgeStyle> = {
  RECEIVED: { label: "Received", tone: "info", shape: "ring" },
  APPLIED: { label: "Applied", tone: "ok" },
  STALE: { label: "Stale", tone: "idle" },
  IGNORED: { label: "Ignored", tone: "idle", shape: "ring" },
  WAITING: { label: "Pending", tone: "warn", shape: "ring" },
  FAILED: { label: "Failed", tone: "bad" },
};

/** Badge of a billing event's state. */
export const EventStateBadge = ({ state }: { state: BillingEventState }) => (
  <Badge {...STATE_BADGES[state]} />
);

/** State of a billing event as a sentence. */
export const STATE_DESCRIPTIONS: Record<BillingEventState, string> = {
  RECEIVED: "Received. Processing starts shortly.",
  APPLIED: "Applied.",
  STALE: "A newer event for the same object was already applied.",
  IGNORED: "Ignored. It has no effect.",
  WAITING: "Waiting for a related event.",
  FAILED: "Failed. Fix the cause, then reprocess it.",
};
