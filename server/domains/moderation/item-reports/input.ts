import { z } from "zod";
import { MarketplaceItemKey } from "@/server/domains/marketplace/input.ts";
import { MAX_REASON_LENGTH, MAX_REPORT_LENGTH, MIN_REPORT_LENGTH } from "@/shared/bounds.ts";
import { pageFields } from "@/shared/text/fields.ts";
import { multilineText, oneOf, reference } from "@/shared/text/text.ts";
import { REPORT_REASONS, REPORT_STATUSES } from "@/shared/vocabulary.ts";

export const CreateItemReport = MarketplaceItemKey.extend({
  reason: oneOf(REPORT_REASONS),
  text: multilineText(MAX_REPORT_LENGTH, MIN_REPORT_LENGTH),
});
export type CreateItemReport = z.output<typeof CreateItemReport>;

export const ListItemReports = z.object({
  status: z.enum(REPORT_STATUSES).default("OPEN"),
  ...pageFields(25),
});
export type ListItemReports = z.output<typeof ListItemReports>;

export const CloseItemReport = z.object({
  reportId: reference(),
  status: z.enum(["RESOLVED", "DISMISSED"]),
  note: multilineText(MAX_REASON_LENGTH),
});
export type CloseItemReport = z.output<typeof CloseItemReport>;
