import type { Page } from "@/server/core/pagination.ts";
import type { ChannelEventType, ChannelSigning, DeliveryState, EventType } from "@/shared/vocabulary.ts";

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

/** New or rotated secret, shown once. */
export interface RevealedSecret {
  channelId: string;
  secret: string;
}

/** Delivery in a list. `nextAttemptAt` is set while it is pending. */
export interface DeliveryView {
  id: string;
  eventId: string;
  type: EventType;
  subjectId: string;
  sequence: string;
  isTest: boolean;
  state: DeliveryState;
  attemptCount: number;
  nextAttemptAt: string | null;
  createdAt: string;
  deliveredAt: string | null;
  last: { status: number | null; error: string | null; durationMs: number } | null;
}

export type DeliveryPage = Page<"deliveries", DeliveryView>;

/** Attempt of a delivery: the request and its response. */
export interface AttemptView {
  number: number;
  succeeded: boolean;
  requestUrl: string | null;
  requestHeaders: Record<string, string> | null;
  responseStatus: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  error: string | null;
  durationMs: number;
  attemptedAt: string;
}

/** Delivery with the request body and all attempts, newest first. */
export interface DeliveryDetail extends Omit<DeliveryView, "last"> {
  channel: { id: string; name: string; state: ChannelState };
  requestBody: string;
  attempts: AttemptView[];
}
