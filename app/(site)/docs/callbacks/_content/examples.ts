import { z } from "zod";
import { formatNumber } from "@/app/_ui/format.ts";
import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import { serializePayload } from "@/server/domains/notifications/callbacks/payload.ts";
import { EVENTS } from "@/server/events/event-types.ts";
import { EVENT_TYPES, type EventType } from "@/shared/vocabulary.ts";

interface FieldSchema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: FieldSchema[];
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  description?: string;
  maxLength?: number;
}

const AT = "2026-11-21T09:30:00.000Z";

/** IDs of objects by field: one object has one ID in all examples. */
const EXAMPLE_IDS: Record<string, string> = {
  listingId: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be001",
  buildId: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be002",
  appId: demo.fieldNotes,
  paymentId: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be003",
  subscriptionId: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be004",
  tokenId: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be005",
  userId: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be006",
  installationId: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be007",
  rolloutId: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be008",
  channelId: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be009",
};

const EXAMPLE_TIMES: Record<string, string> = {
  periodEnd: "2026-12-21T09:30:00.000Z",
  expiresAt: "2027-02-19T09:30:00.000Z",
};

const EXAMPLE_VALUES: Record<string, unknown> = {
  name: "Offline Sync",
  slug: "offline-sync",
  version: "2.4.0",
  previousVersion: "2.3.1",
  heldVersion: "2.4.1",
  availableVersion: "2.4.1",
  reason: null,
  comment: null,
  text: "The permission is needed for offline maps; the description now says so.",
  workerId: "mac-07",
  artifactPath: "artifacts/field-notes.aab",
  sizeBytes: "48211903",
  number: 128,
  amountMinor: "4900",
  currency: "EUR",
  description: "Team plan, monthly",
  failure: "card_declined",
  plan: "team",
  message: "Test event for endpoint Release board.",
  updated: 34,
  remaining: 0,
  builds: 57,
  failed: 2,
};

const HOLD_REASON =
  "4 of 4 builds failed (100%) with this version, in 4 apps. Before the update, 3 of 60 builds failed (5%).";

/** Values of single types, where those of the field do not fit. */
const TYPE_VALUES: Partial<Record<EventType, Record<string, unknown>>> = {
  "listing.approved": { status: "APPROVED" },
  "listing.rejected": {
    status: "REJECTED",
    reason: "BROKEN",
    comment: "Crashes on start on Android 12.",
  },
  "listing.suspended": {
    status: "SUSPENDED",
    reason: "MALWARE",
    comment: "Version 2.4.0 downloads and runs code.",
  },
  "listing.withdrawn": { status: "WITHDRAWN" },
  "build.started": { status: "IN_PROGRESS" },
  "build.completed": { status: "COMPLETED" },
  "build.failed": {
    status: "FAILED",
    failure: { summary: "Execution failed for task ':app:bundleRelease'.", line: 3 },
    errorLogTail:
      "FAILURE: Build failed with an exception.\n* What went wrong:\nExecution failed for task ':app:bundleRelease'.\n",
  },
  "build.stalled": { status: "IN_PROGRESS" },
  "installation.held": { previousVersion: "2.4.0", reason: HOLD_REASON },
  "installation.unavailable": { status: "SUSPENDED" },
  "rollout.held": {
    state: "HELD",
    reason: HOLD_REASON,
    updated: 4,
    remaining: 22,
    before: { builds: 60, failed: 3 },
    after: { builds: 4, failed: 4 },
  },
  "rollout.completed": { state: "COMPLETED" },
  "billing.subscription_changed": { status: "ACTIVE", previousStatus: "PAST_DUE" },
  "security.token_created": { name: "Continuous integration" },
  "security.token_expiring": { name: "Continuous integration", expiresAt: "2026-11-28T09:30:00.000Z" },
  "security.user_disabled": { name: "Jonas" },
};

/** Example payload of an event type, generated from its schema. */
export function makeExample(type: EventType): string {
  const fields = listFields(type).map(({ name, schema }) => [name, exampleValue(name, schema)]);
  const data = { ...Object.fromEntries(fields), ...TYPE_VALUES[type] };
  const [subjectId = ""] = Object.values(data).filter((value) => typeof value === "string");
  const body = serializePayload(
    {
      eventId: "0197a1f0-9d2e-7a4b-8c11-6e0f2b7ad001",
      type,
      version: EVENTS[type].version,
      sequence: "10482",
      tenantId: type === "channel.test" ? null : demo.acme,
      subjectId,
      data,
      occurredAt: new Date(AT),
    },
    "https://drydock.example",
  );
  return JSON.stringify(JSON.parse(body), null, 2);
}

/** Fields of an event's data with their rules. */
export function listFieldRules(type: EventType): { name: string; rule: string }[] {
  return listFields(type).map(({ name, schema }) => ({ name, rule: describeRule(schema) }));
}

export const listedTypes = EVENT_TYPES;

function listFields(type: EventType): { name: string; schema: FieldSchema }[] {
  const { properties = {} } = z.toJSONSchema(EVENTS[type].data);
  return Object.entries(properties).map(([name, schema]) => ({ name, schema: schema as FieldSchema }));
}

function exampleValue(name: string, schema: FieldSchema): unknown {
  const [chosen = schema] = schema.anyOf ?? [];
  if (chosen.enum) return chosen.enum[0];
  if (chosen.properties) {
    const fields = Object.entries(chosen.properties);
    return Object.fromEntries(fields.map(([field, one]) => [field, exampleValue(field, one)]));
  }
  if (chosen.type === "array") return [exampleValue(name, chosen.items ?? {})];
  if (chosen.format === "uuid") return EXAMPLE_IDS[name];
  if (chosen.format === "date-time") return EXAMPLE_TIMES[name] ?? AT;
  return EXAMPLE_VALUES[name];
}

function describeRule(schema: FieldSchema): string {
  const isNullable = [schema, ...(schema.anyOf ?? [])].some(({ type }) => [type].flat().includes("null"));
  const [chosen = schema] = schema.anyOf ?? [];
  const kind = chosen.enum
    ? `One of ${chosen.enum.map((word) => `\`${word}\``).join(", ")}.`
    : `${describeKind(chosen)}${chosen.maxLength ? ` of up to ${formatNumber(chosen.maxLength)} characters` : ""}.`;
  const description = schema.description ?? chosen.description ?? "";
  const needsNull = isNullable && !/\bnull\b/i.test(description);
  return [kind, description, needsNull ? "May be null." : ""].filter(Boolean).join(" ");
}

function describeKind({ type, format, items, properties }: FieldSchema): string {
  if (properties)
    return `Object of ${Object.keys(properties)
      .map((name) => `\`${name}\``)
      .join(", ")}`;
  if (format === "uuid") return "UUID";
  if (format === "date-time") return "Timestamp in UTC";
  if (type === "integer") return "Integer";
  if (type === "array") return `List of ${(items?.enum ?? []).map((word) => `\`${word}\``).join(", ")}`;
  return "Text";
}
