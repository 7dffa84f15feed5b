import { listHref } from "../../../_ui/list/list-url";
import { AUDIT_PATH } from "../../_components/paths";

/** What narrows the log down; all of it stands in the URL. */
export const FILTERS = ["actor", "action", "tenant", "subject", "since", "until"] as const;
export type AuditFilterValues = Partial<Record<(typeof FILTERS)[number], string>>;

export interface AuditView extends AuditFilterValues {
  cursor?: string | undefined;
}

export const auditHref = (view: AuditView): string => listHref(AUDIT_PATH, { ...view });

/** Where the same is to be had as a file. */
export const exportHref = ({ cursor: _, ...filters }: AuditView, format: "csv" | "jsonl"): string =>
  listHref("/api/exports/audit", { ...filters, format });

/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export const auditInput = (view: AuditView) =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value)) as AuditView;
