import type { EventType } from "@/shared/vocabulary.ts";

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

/** Documented limit of a callback's body. */
export const MAX_PAYLOAD_BYTES = 20_000;

/**
 * Serializes the body of a delivery, byte for byte the same for each attempt. `data` is omitted from a body beyond
 * `MAX_PAYLOAD_BYTES`; that is a last resort, since every text of an event is bounded.
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

/** Path of the event's subject in the API or the admin dashboard. */
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
