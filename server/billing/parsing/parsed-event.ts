import type { BillingFacts } from "@/db/schema/billing-facts.ts";
import type { Money } from "./money.ts";

/** Order of the states of one object. */
export interface StateOrder {
  stateAt: Date;
  /** Rank in the object's life cycle, for states of one instant: Stripe's clock counts seconds. */
  progress: number;
  /** Tie breaker, so that every arrival order ends in the same state. */
  eventId: string;
}

/** Compares two states by provider time, rank and event id; never by arrival. */
export function isNewer(one: StateOrder, other: StateOrder): boolean {
  const byTime = one.stateAt.getTime() - other.stateAt.getTime();
  if (byTime !== 0) return byTime > 0;
  if (one.progress !== other.progress) return one.progress > other.progress;
  return one.eventId > other.eventId;
}

/** State of a provider object, parsed from an event. */
export interface ObjectState extends StateOrder {
  objectId: string;
  /** Other objects of the same payment. */
  links: string[];
  subscriptionRef: string | null;
  facts: BillingFacts;
}

/** Parsed event: object states, an ignored event with the reason, or one that cannot be parsed with the reason. */
export type ParsedEvent = { objects: ObjectState[] } | { ignored: string } | { refused: string };

/** Stored event, the input of the parsers. */
export interface StoredEvent {
  eventId: string;
  type: string;
  occurredAt: Date;
  payload: string;
}

/** Parses the payload as JSON, without a byte order mark. */
export const parsePayload = ({ payload }: StoredEvent): unknown => JSON.parse(payload.replace(/^\uFEFF/, ""));

export interface TenantReference {
  tenantId: string | null;
  itemId: string | null;
}

/**
 * Parses a free field of a provider that names a tenant and optionally an item: `<tenant id>` or
 * `<tenant id>:<item id>`. An underscore also separates, since Stripe's `client_reference_id` allows no colon.
 */
export function parseTenantReference(text: string | null | undefined): TenantReference {
  const [tenantId, itemId] = (text ?? "").trim().toLowerCase().split(/[:_]/);
  return { tenantId: toUuidOrNull(tenantId), itemId: toUuidOrNull(itemId) };
}

/** Merges references: the first tenant and the first item. */
export function mergeTenantReferences(...references: TenantReference[]): TenantReference {
  return {
    tenantId: references.find(({ tenantId }) => tenantId)?.tenantId ?? null,
    itemId: references.find(({ itemId }) => itemId)?.itemId ?? null,
  };
}

export const toUuidOrNull = (text: unknown): string | null =>
  typeof text === "string" && UUID.test(text.toLowerCase()) ? text.toLowerCase() : null;

/** Sanitizes a provider's text for PostgreSQL: well-formed, without NUL, at most 500 characters. */
export const sanitizeText = (text: string | null | undefined): string | null =>
  text ? text.toWellFormed().replaceAll("\0", "").slice(0, 500) || null : null;

/** Sanitizes a provider's link for a page: https only, at most 2,048 characters. */
export const sanitizeLink = (url: string | null | undefined): string | null =>
  url?.startsWith("https://") && url.length <= 2_048 && URL.canParse(url) ? url : null;

export const toAmountFacts = ({ minor, currency }: Money) => ({ amountMinor: String(minor), currency });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
