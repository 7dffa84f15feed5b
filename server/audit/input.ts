import { z } from "zod";
import { plainText } from "../platform/text.ts";

const filter = (max: number) =>
  plainText(max)
    .transform((text) => text.trim())
    .default("");
const day = () =>
  z
    .string()
    .regex(/^(?!0000)\d{4}-\d{2}-\d{2}$/, "must be a day such as 2026-01-31")
    .refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text), {
      message: "must be a day of the calendar",
    })
    .optional();

/** What of the audit log is asked for; a filter that is empty lets all through. */
export const AuditFilters = z.object({
  /** An e-mail address, or the id of a person, a token, a worker, a provider or a part of the platform. */
  actor: filter(254),
  action: filter(100),
  /** A tenant's slug or id. */
  tenant: filter(64),
  /** The id of the thing that changed. */
  subject: filter(128),
  /** The first and the last day, in UTC. */
  since: day(),
  until: day(),
});
export type AuditFilters = z.output<typeof AuditFilters>;

/** One page of the audit log, the newest first. */
export const ListAuditEntries = AuditFilters.extend({
  limit: z.number().int().min(1).max(100).default(50),
  cursor: z.string().optional(),
});
export type ListAuditEntries = z.output<typeof ListAuditEntries>;

export const EXPORT_FORMATS = ["csv", "jsonl"] as const;

/** The whole of what the filters let through, as a file. */
export const ExportAudit = AuditFilters.extend({
  format: z.enum(EXPORT_FORMATS, { error: `must be one of ${EXPORT_FORMATS.join(", ")}` }),
});
export type ExportAudit = z.output<typeof ExportAudit>;
