import { z } from "zod";
import { RULE_IDS } from "@/shared/plugin/checks/rule-set.ts";
import { CHECK_STATES, SEVERITIES } from "@/shared/vocabulary.ts";

export const FindingView = z.object({
  rule: z.enum(RULE_IDS),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  message: z.string(),
  path: z.string().nullable(),
  line: z.number().int().nullable(),
  excerpt: z.string().nullable(),
  fingerprint: z.string(),
  /** Absent in the previous submission; null without one. */
  isNew: z.boolean().nullable(),
});
export type FindingView = z.output<typeof FindingView>;

/** Check results of a listing; those of the previous run until a run is done. */
export const ChecksView = z.object({
  listingId: z.string(),
  state: z.enum(CHECK_STATES),
  /** Null before the first run is done. */
  ruleSetVersion: z.number().int().nullable(),
  checkedAt: z.string().nullable(),
  /** Failure of the last run. */
  failure: z.string().nullable(),
  counts: z.object({ high: z.number().int(), medium: z.number().int(), low: z.number().int() }),
  findings: z.array(FindingView),
  /** Number of findings beyond those listed. */
  further: z.number().int(),
  /** Rules of `findings` and `fixed`. */
  rules: z.array(z.object({ id: z.enum(RULE_IDS), title: z.string(), why: z.string(), cure: z.string() })),
  /** Comparison with the previous submission of the same plugin or theme. */
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
