import type { BillingFacts } from "@/db/schema/billing-facts.ts";
import type { Money } from "./money.ts";

/** Where a state of an object stands among all its states. */
export interface StateOrder {
  stateAt: Date;
  /** How far the object has come, for states of one instant: a provider's clock may count in seconds. */
  progress: number;
  /** Decides where nothing else does, so that every order of arrival ends in the same state. */
  eventId: string;
}

/** Whether the first state is newer than the second, by the provider's word and never by arrival. */
export function isNewer(one: StateOrder, other: StateOrder): boolean {
  const byTime = one.stateAt.getTime() - other.stateAt.getTime();
  if (byTime !== 0) return byTime > 0;
  if (one.progress !== other.progress) return one.progress > other.progress;
  return one.eventId > other.eventId;
}

/** A state of one of the provider's objects, as an event tells of it. */
export interface ObjectState extends StateOrder {
  objectId: string;
  /** Other objects of the same payment. */
  links: string[];
  subscriptionRef: string | null;
  facts: BillingFacts;
}

/** What an event says: states of objects, nothing that concerns us, or something that cannot be understood. */
export type ParsedEvent = { objects: ObjectState[] } | { ignored: string } | { refused: string };

/** The event as it was stored, for whoever reads it. */
export interface StoredEvent {
  eventId: string;
  type: string;
  occurredAt: Date;
  payload: string;
}

/** The event as JSON; a byte order mark is no part of it. */
export const parsePayload = ({ payload }: StoredEvent): unknown => JSON.parse(payload.replace(/^\uFEFF/, ""));

export interface TenantReference {
  tenantId: string | null;
  itemId: string | null;
}

/**
 * The tenant, and perhaps the item, that a free field of a provider names: `<tenant id>`, or `<tenant id>:<item id>`.
 * Stripe's `client_reference_id` takes no colon, so an underscore will do too.
 */
export function parseTenantReference(text: string | null | undefined): TenantReference {
  const [tenantId, itemId] = (text ?? "").trim().toLowerCase().split(/[:_]/);
  return { tenantId: toUuidOrNull(tenantId), itemId: toUuidOrNull(itemId) };
}

/** The first of several places that names a tenant, and the first that names an item. */
export function mergeTenantReferences(...places: TenantReference[]): TenantReference {
  return {
    tenantId: places.find(({ tenantId }) => tenantId)?.tenantId ?? null,
    itemId: places.find(({ itemId }) => itemId)?.itemId ?? null,
  };
}

export const toUuidOrNull = (text: unknown): string | null =>
  typeof text === "string" && UUID.test(text.toLowerCase()) ? text.toLowerCase() : null;

/** Text of a provider as the database takes it: well formed, without NUL, not endless. */
export const sanitizeText = (text: string | null | undefined): string | null =>
  text ? text.toWellFormed().replaceAll("\0", "").slice(0, 500) || null : null;

/** A link that may stand on a page. */
export const sanitizeLink = (url: string | null | undefined): string | null =>
  url?.startsWith("https://") && url.length <= 2_048 && URL.canParse(url) ? url : null;

export const toAmountFacts = ({ minor, currency }: Money) => ({ amountMinor: String(minor), currency });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
