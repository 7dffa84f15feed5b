import { z } from "zod";
import { CHECK_STATES, SEVERITIES } from "@/db/schema/vocabulary.ts";
import { RULE_IDS } from "./rules/rule-set.ts";

/** A finding as people and programs see it. */
export const FindingView = z.object({
  rule: z.enum(RULE_IDS),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  message: z.string(),
  path: z.string().nullable(),
  line: z.number().int().nullable(),
  excerpt: z.string().nullable(),
  fingerprint: z.string(),
  /** Whether the submission before did not have it; null where there is none to compare with. */
  isNew: z.boolean().nullable(),
});
export type FindingView = z.output<typeof FindingView>;

/** What the automated checks found in a listing. Until a run is done, what an earlier one found. */
export const ChecksView = z.object({
  listingId: z.string(),
  state: z.enum(CHECK_STATES),
  /** The rules that the findings were made by; null before the first run is done. */
  ruleSetVersion: z.number().int().nullable(),
  checkedAt: z.string().nullable(),
  /** Why the last run came to nothing. */
  failure: z.string().nullable(),
  counts: z.object({ high: z.number().int(), medium: z.number().int(), low: z.number().int() }),
  findings: z.array(FindingView),
  /** How many more there were than are listed. */
  further: z.number().int(),
  /** The rules that are named in `findings` and `fixed`. */
  rules: z.array(z.object({ id: z.enum(RULE_IDS), title: z.string(), why: z.string(), cure: z.string() })),
  /** How the findings relate to those of the publisher's submission of the same plugin or theme before this one. */
  previous: z
    .object({
      listingId: z.string(),
      version: z.string(),
      fixed: z.array(FindingView),
      still: z.number().int(),
      added: z.number().int(),
    })
    .nullable(),
});
export type ChecksView = z.output<typeof ChecksView>;

/** That the archive of a listing is blocked. */
export interface ArchiveBlock {
  reason: string;
  blockedBy: string | null;
  blockedAt: string;
}

/** What a Super Admin sees of a listing's checks. */
export interface ReviewChecks extends ChecksView {
  archiveSha256: string | null;
  block: ArchiveBlock | null;
}
