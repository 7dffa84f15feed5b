import type { ChannelEventType, ChannelSigning, DeliveryState, EventType } from "@/db/schema/vocabulary.ts";

/** How a channel fares: closed by a person or by itself, failing, or well. */
export type ChannelState = "ACTIVE" | "FAILING" | "PAUSED" | "DISABLED";

/** A channel as Super Admins see it; its secret is never among it. */
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
  /** When it will be disabled if nothing succeeds until then. */
  disableAt: string | null;
  holdUntil: string | null;
  previousSecretUntil: string | null;
  createdAt: string;
  backlog: { pending: number; parked: number; dead: number };
  lastDay: { delivered: number; failedAttempts: number; medianMs: number | null };
  lastDeliveredAt: string | null;
}

/** A new or rotated secret, shown this once. */
export interface RevealedSecret {
  channelId: string;
  secret: string;
}

/** A delivery in a list. `nextAttemptAt` is there while it is pending. */
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

export interface DeliveryPage {
  deliveries: DeliveryView[];
  nextCursor: string | null;
}

/** One request of a delivery and what came back. */
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

/** A delivery with the body that every try sends and all its tries, newest first. */
export interface DeliveryDetail extends Omit<DeliveryView, "last"> {
  channel: { id: string; name: string; state: ChannelState };
  requestBody: string;
  attempts: AttemptView[];
}
