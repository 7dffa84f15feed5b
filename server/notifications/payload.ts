import type { EventType } from "@/db/schema/vocabulary.ts";

/** An event as it is kept. */
export interface StoredEventPayload {
  eventId: string;
  type: EventType;
  version: number;
  sequence: string;
  tenantId: string | null;
  subjectId: string;
  data: unknown;
  occurredAt: Date;
}

/** Receivers may count on no body being larger. */
export const MAX_PAYLOAD_BYTES = 20_000;

/**
 * The body of every try of a delivery, byte for byte the same. What would make it too large is left to the link: every
 * text of an event has a bound, so this is only a last resort.
 */
export function serializePayload(event: StoredEventPayload, origin: string): string {
  const body = {
    type: event.type,
    version: event.version,
    timestamp: event.occurredAt.toISOString(),
    sequence: event.sequence,
    tenantId: event.tenantId,
    subjectId: event.subjectId,
    url: `${origin}${pathOf(event)}`,
    data: event.data,
  };
  const whole = JSON.stringify(body);
  return Buffer.byteLength(whole) < MAX_PAYLOAD_BYTES ? whole : JSON.stringify({ ...body, data: null });
}

/** Where more can be read about what the event happened to. */
function pathOf({ type, subjectId }: StoredEventPayload): string {
  const [domain] = type.split(".");
  switch (domain) {
    case "listing":
      return `/api/marketplace/listings/${subjectId}`;
    case "build":
      return `/api/builds/${subjectId}`;
    case "channel":
      return `/admin/notifications/${subjectId}`;
    default:
      return "/admin";
  }
}
