import { REPORTS_PATH } from "@/app/_paths/admin.ts";
import { listHref } from "@/app/_ui/list/list-url.ts";
import type { ReportStatus } from "@/shared/vocabulary.ts";

/** State of the list of problem reports, held by its URL. */
export type ReportsView = { status: ReportStatus; cursor?: string | undefined };

export const REPORT_STATUS_LABELS: Record<ReportStatus, string> = {
  OPEN: "Open",
  RESOLVED: "Resolved",
  DISMISSED: "Dismissed",
};

export const reportsHref = ({ status, cursor }: ReportsView): string =>
  listHref(REPORTS_PATH, { status: status === "OPEN" ? undefined : status, cursor });

export const reportsInput = ({ status, cursor }: ReportsView) => ({ status, ...(cursor && { cursor }) });
