import { settingsPath } from "@/app/_paths/builder.ts";
import { listHref } from "@/app/_ui/list/list-url.ts";
import type { ActivityFilters } from "@/server/domains/audit/input.ts";

export const ACTIVITY_FILTERS = ["person", "action", "q", "since", "until"] as const;

/** Filters in the URL of the activity log. */
export type ActivityFilterValues = Partial<ActivityFilters>;

export const activityHref = (tenant: string, view: ActivityFilterValues & { cursor?: string }): string =>
  listHref(settingsPath(tenant, "activity"), { ...view });

export const activityEntryPath = (tenant: string, entryId: string): string =>
  `${settingsPath(tenant, "activity")}/${entryId}`;

export const activityExportHref = (
  tenant: string,
  filters: ActivityFilterValues,
  format: "csv" | "jsonl",
): string => listHref("/api/exports/activity", { tenant, ...filters, format });
