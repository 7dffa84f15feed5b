import { z } from "zod";
import type { BillingFacts } from "@/db/schema/billing-facts.ts";
import { firstCharacters } from "@/shared/text/truncate.ts";
import { isUuid } from "@/shared/text/uuid.ts";
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
  itemIds: string[];
}

/**
 * Parses a free field of a provider that names a tenant and optionally items: `<tenant id>` or
 * `<tenant id>:<item id>`. An underscore also separates, since Stripe's `client_reference_id` allows no colon.
 */
export function parseTenantReference(text: string | null | undefined): TenantReference {
  const [tenantId, ...items] = (text ?? "").slice(0, MAX_REFERENCE_LENGTH).trim().split(/[:_]/);
  return { tenantId: toUuidOrNull(tenantId), itemIds: items.flatMap((id) => toUuidOrNull(id) ?? []) };
}

/** Merges references: the first tenant and all items. */
export function mergeTenantReferences(...references: TenantReference[]): TenantReference {
  return {
    tenantId: references.find(({ tenantId }) => tenantId)?.tenantId ?? null,
    itemIds: [...new Set(references.flatMap(({ itemIds }) => itemIds))],
  };
}

/** True if the parts of one payment, such as the lines of an invoice, name different tenants. */
export const hasSeveralTenants = (parts: readonly TenantReference[]): boolean =>
  new Set(parts.flatMap(({ tenantId }) => tenantId ?? [])).size > 1;

export const SEVERAL_TENANTS =
  "The payment names several workspaces. Assign it to one workspace or refund it.";

export const toUuidOrNull = (text: unknown): string | null =>
  typeof text === "string" && isUuid(text.toLowerCase()) ? text.toLowerCase() : null;

/** Sanitizes a provider's text: well-formed, without control characters, cut between characters. */
export function sanitizeText(text: string | null | undefined): string | null {
  const clean = (text ?? "").replaceAll(/\p{Cc}+/gu, " ").trim();
  return firstCharacters(clean, MAX_TEXT_LENGTH).trim() || null;
}
/** In code points. */
const MAX_TEXT_LENGTH = 500;
const MAX_REFERENCE_LENGTH = 1_000;

/** Pattern of object ids of both providers; anything else can be neither stored nor requested. */
export const OBJECT_ID = /^[A-Za-z0-9_.-]{1,255}$/;

/** Sanitizes a provider's link for a page: https only, at most 2,048 characters. */
export const sanitizeLink = (url: string | null | undefined): string | null =>
  url && /^https:\/\/[\x21-\x7e]{1,2048}$/.test(url) && URL.canParse(url) ? url : null;

export const toAmountFacts = ({ minor, currency }: Money) => ({ amountMinor: String(minor), currency });

/** Reason for which a provider's object cannot be read: "The object has no amount." or "The object’s amount is not valid." */
export function describeInvalid(noun: string, { issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join(".") ?? "";
  if (!issue || path === "") return `The ${noun} cannot be read.`;
  if (issue.code === "custom") return `The ${noun}’s ${path} is not valid: ${issue.message}.`;
  return isAbsent(issue) ? `The ${noun} has no ${path}.` : `The ${noun}’s ${path} is not valid.`;
}

/** zod tells an absent value only in its message. */
const isAbsent = ({ message }: z.core.$ZodIssue): boolean => /received (?:undefined|null)$/.test(message);

/**
 * Status of a provider's object, one of `statuses` in any case. An unknown one is not guessed: its event fails, and can be
 * processed again by a version that knows it.
 * @param statuses separated by blanks
 */
export function knownStatus(statuses: string) {
  const known = new Set(statuses.toLowerCase().split(/\s+/));
  return z.string().refine((status) => known.has(status.toLowerCase()), { message: "is not a known status" });
}
