import type { ChannelEventType, ChannelSigning } from "@/shared/vocabulary.ts";

/** State of a channel: `PAUSED` by a Super Admin, `DISABLED` by the platform. */
export type ChannelState = "ACTIVE" | "FAILING" | "PAUSED" | "DISABLED";

export interface ChannelView {
  id: string;
  name: string;
  url: string;
  eventTypes: ChannelEventType[] | null;
  tenant: { id: string; name: string; slug: string } | null;
  signing: ChannelSigning;
  state: ChannelState;
  disabledReason: string | null;
  failingSince: string | null;
  /** Time at which it is disabled unless an attempt succeeds. */
  disableAt: string | null;
  holdUntil: string | null;
  previousSecretUntil: string | null;
  createdAt: string;
  backlog: { pending: number; parked: number; dead: number };
  lastDay: { delivered: number; failedAttempts: number; medianMs: number | null };
  lastDeliveredAt: string | null;
}
