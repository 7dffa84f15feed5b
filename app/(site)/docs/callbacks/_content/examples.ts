import { z } from "zod";
import { EVENT_TYPES, type EventType } from "@/db/schema/vocabulary.ts";
import { EVENTS } from "@/server/events/event-types.ts";
import { serializePayload } from "@/server/notifications/payload.ts";

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

const ID = "01900000-0000-7000-8000-0000000000aa";
const AT = "2026-11-21T09:30:00.000Z";

const EXAMPLE_VALUES: Record<string, string> = {
  name: "Offline Sync",
  slug: "offline-sync",
  version: "2.4.0",
  previousVersion: "2.3.1",
  heldVersion: "2.4.1",
  availableVersion: "2.4.1",
  reason: "BROKEN",
  comment: "Crashes on start on Android 12.",
  text: "The permission is needed for offline maps; the description now says so.",
  workerId: "mac-07",
  artifactPath: "artifacts/field-notes.aab",
  sizeBytes: "48211903",
  summary: "FAILURE: Build failed with an exception.",
  errorLogTail: "FAILURE: Build failed with an exception.",
  amountMinor: "4900",
  currency: "EUR",
  description: "Team plan, monthly",
  failure: "card_declined",
  plan: "team",
  message: "Test event for endpoint Release board.",
};

const STATUS: Partial<Record<EventType, string>> = {
  "listing.approved": "APPROVED",
  "listing.rejected": "REJECTED",
  "listing.suspended": "SUSPENDED",
  "listing.withdrawn": "WITHDRAWN",
  "build.started": "IN_PROGRESS",
  "build.completed": "COMPLETED",
  "build.failed": "FAILED",
  "build.stalled": "IN_PROGRESS",
  "installation.unavailable": "SUSPENDED",
  "billing.subscription_changed": "ACTIVE",
};

/** Values of events that differ from those of their fields. */
const ROLLOUT_HOLD = {
  state: "HELD",
  reason:
    "4 of 4 builds failed (100%) with this version, in 4 apps. Before the update, 3 of 60 builds failed (5%).",
  before: { builds: 60, failed: 3 },
  after: { builds: 4, failed: 4 },
};
const OVERRIDES: Partial<Record<EventType, object>> = {
  "installation.held": { reason: ROLLOUT_HOLD.reason, version: "2.4.0", previousVersion: "2.4.0" },
  "rollout.held": ROLLOUT_HOLD,
  "rollout.completed": { state: "COMPLETED", reason: null, remaining: 0, after: { builds: 40, failed: 2 } },
};

/** Example payload of an event type, generated from its schema. */
export function makeExample(type: EventType): string {
  const status = STATUS[type];
  const data = {
    ...Object.fromEntries(listFields(type).map(({ name, schema }) => [name, exampleValue(name, schema)])),
    ...(status && { status }),
    ...OVERRIDES[type],
  };
  const kept = { eventId: ID, type, version: EVENTS[type].version, sequence: "10482", tenantId: ID };
  const body = serializePayload(
    { ...kept, subjectId: ID, data, occurredAt: new Date(AT) },
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
  if (chosen.type === "integer") return 128;
  if (chosen.format === "uuid") return ID;
  return chosen.format === "date-time" ? AT : (EXAMPLE_VALUES[name] ?? "…");
}

function describeRule(schema: FieldSchema): string {
  const isNullable = [schema, ...(schema.anyOf ?? [])].some(({ type }) => [type].flat().includes("null"));
  const [chosen = schema] = schema.anyOf ?? [];
  const kind = chosen.enum
    ? `One of ${chosen.enum.map((word) => `\`${word}\``).join(", ")}.`
    : `${describeKind(chosen)}${chosen.maxLength ? ` of up to ${chosen.maxLength} characters` : ""}.`;
  return [kind, schema.description ?? chosen.description, isNullable ? "May be null." : ""]
    .filter(Boolean)
    .join(" ");
}

function describeKind({ type, format, items, properties }: FieldSchema): string {
  if (properties)
    return `Object of ${Object.keys(properties)
      .map((name) => `\`${name}\``)
      .join(", ")}`;
  if (format === "uuid") return "A UUID";
  if (format === "date-time") return "Timestamp in UTC";
  if (type === "integer") return "Integer";
  if (type === "array") return `List of ${(items?.enum ?? []).map((word) => `\`${word}\``).join(", ")}`;
  return "Text";
}
