import { z } from "zod";
import { pageFields } from "@/shared/text/fields.ts";
import { oneOf, plainText, reference, searchText } from "@/shared/text/text.ts";
import { ACTIVITY_ACTIONS } from "./policy.ts";

const filter = (max: number) =>
  plainText(max)
    .transform((text) => text.trim())
    .default("");
const day = () =>
  z
    .string()
    .regex(/^(?!0000)\d{4}-\d{2}-\d{2}$/, "must be a date such as 2026-01-31")
    .refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text), {
      message: "must be a valid date",
    })
    .optional();

/** Filters of the audit log; an empty one matches all. */
export const AuditFilters = z.object({
  /** E-mail address, or id of a user, token, worker, provider or system process. */
  actor: filter(254),
  /** People, or machines: tokens, workers, providers and system processes. */
  by: z.enum(["people", "machines"], { error: "must be people or machines" }).optional(),
  action: filter(100),
  /** Slug or id. */
  tenant: filter(64),
  subject: filter(128),
  /** First and last day in UTC, inclusive. */
  since: day(),
  until: day(),
});
export type AuditFilters = z.output<typeof AuditFilters>;

export const ListAuditEntries = AuditFilters.extend({ ...pageFields(50) });
export type ListAuditEntries = z.output<typeof ListAuditEntries>;

export const EntryKey = z.object({ entryId: reference() });

export const EXPORT_FORMATS = ["csv", "jsonl"] as const;

export const ExportAudit = AuditFilters.extend({
  format: oneOf(EXPORT_FORMATS),
});
export type ExportAudit = z.output<typeof ExportAudit>;

/** Filters of a workspace's activity log; an empty one matches all. */
export const ActivityFilters = z.object({
  /** Id of a member or former member, or the platform. */
  person: filter(64),
  action: z.enum(["", ...ACTIVITY_ACTIONS]).default(""),
  /** Part of the name of what was changed. */
  q: searchText().default(""),
  since: day(),
  until: day(),
});
export type ActivityFilters = z.output<typeof ActivityFilters>;

export const ListActivity = ActivityFilters.extend({ ...pageFields(50) });
export type ListActivity = z.output<typeof ListActivity>;

export const ExportActivity = ActivityFilters.extend({ format: ExportAudit.shape.format });
export type ExportActivity = z.output<typeof ExportActivity>;
