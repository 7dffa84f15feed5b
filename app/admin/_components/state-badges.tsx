import type { DeliveryState } from "@/db/schema/vocabulary.ts";
import { Dot, type Tone } from "../../_ui/data/status-badge";

type Look = { word: string; tone: Tone; shape?: "ring" | "pulse" };

const CHANNEL_LOOKS: Record<"ACTIVE" | "FAILING" | "PAUSED" | "DISABLED", Look> = {
  ACTIVE: { word: "Active", tone: "ok" },
  FAILING: { word: "Failing", tone: "bad" },
  PAUSED: { word: "Paused", tone: "idle", shape: "ring" },
  DISABLED: { word: "Disabled", tone: "warn" },
};

const DELIVERY_LOOKS: Record<DeliveryState, Look> = {
  PENDING: { word: "Waiting", tone: "info", shape: "ring" },
  DELIVERED: { word: "Delivered", tone: "ok" },
  PARKED: { word: "Parked", tone: "warn", shape: "ring" },
  DEAD: { word: "Given up", tone: "bad" },
  DROPPED: { word: "Dropped", tone: "idle" },
};

export function ChannelStateBadge({ state }: { state: keyof typeof CHANNEL_LOOKS }) {
  const { word, ...look } = CHANNEL_LOOKS[state];
  return <Dot {...look}>{word}</Dot>;
}

export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  const { word, ...look } = DELIVERY_LOOKS[state];
  return <Dot {...look}>{word}</Dot>;
}

export const deliveryWord = (state: DeliveryState): string => DELIVERY_LOOKS[state].word;

export function UserStateBadge({ isDisabled }: { isDisabled: boolean }) {
  return isDisabled ? <Dot tone="bad">Disabled</Dot> : <Dot tone="ok">Active</Dot>;
}

export function TenantStateBadge({ isSuspended }: { isSuspended: boolean }) {
  return isSuspended ? <Dot tone="warn">Suspended</Dot> : <Dot tone="ok">Active</Dot>;
}
