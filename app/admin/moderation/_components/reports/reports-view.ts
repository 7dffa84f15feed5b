import type { ReportStatus } from "@/shared/vocabulary.ts";
import { listHref } from "../../../../_ui/list/list-url";
import { REPORTS_PATH } from "../../../_components/paths";

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
