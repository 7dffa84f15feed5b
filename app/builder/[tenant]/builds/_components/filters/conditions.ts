import { describeDays, describePlatform, shortenRef } from "@/app/_components/labels/labels.ts";
import { describeStatus } from "@/app/_components/labels/status-badge.tsx";
import type { BuildListQuery } from "@/app/_paths/build-list-query.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { toggleValue } from "@/app/_ui/list/list-url.ts";
import type { BuildStatus, Platform } from "@/shared/vocabulary.ts";

export type ConditionField =
  | "appId"
  | "status"
  | "platform"
  | "gitRef"
  | "workerId"
  | "version"
  | "createdBy"
  | "period";

export interface FilterChoice {
  value: string;
  label: string;
  /** Absent where builds are not counted. */
  builds?: number | undefined;
}

/** Field of a build that a list can be filtered by, with what can be chosen. */
export interface FilterField {
  field: ConditionField;
  label: string;
  choices: FilterChoice[];
}

/** Active condition in words: "Status is", "Failed or Queued". */
export interface Condition {
  field: ConditionField;
  subject: string;
  values: string;
}

type FacetValues = RouterOutputs["builds"]["facets"]["values"];

const FIELDS: readonly { field: ConditionField; label: string; subject: string }[] = [
  { field: "appId", label: "App", subject: "App is" },
  { field: "status", label: "Status", subject: "Status is" },
  { field: "platform", label: "Platform", subject: "Platform is" },
  { field: "gitRef", label: "Git ref", subject: "Git ref is" },
  { field: "workerId", label: "Worker", subject: "Worker is" },
  { field: "version", label: "Version", subject: "Version is" },
  { field: "createdBy", label: "Queued by", subject: "Queued by" },
  { field: "period", label: "Period", subject: "" },
];

const describeValue: Partial<Record<ConditionField, (label: string) => string>> = {
  status: (status) => describeStatus(status as BuildStatus),
  platform: (platform) => describePlatform(platform as Platform),
  gitRef: shortenRef,
};

/** Fields that have values, with the number of builds of each, unless a text is searched: it is not counted. */
export function listFields(
  values: FacetValues,
  periods: FilterChoice[],
  { hasCounts }: { hasCounts: boolean },
): FilterField[] {
  return FIELDS.map(({ field, label }) => ({
    field,
    label,
    choices:
      field === "period"
        ? periods
        : values[field].map(({ value, label: name, builds }) => ({
            value,
            label: describeValue[field]?.(name) ?? name,
            ...(hasCounts && { builds }),
          })),
  })).filter(({ choices }) => choices.length > 0);
}

/** Chosen values of a field. */
export function chosenValues(query: BuildListQuery, field: ConditionField): readonly string[] {
  if (field === "status" || field === "platform") return query[field];
  const value = field === "period" ? (query.until ? undefined : query.since) : query[field];
  return value ? [value] : [];
}

/** Query with a value switched on or off; statuses and platforms can have several. */
export function toggleChoice(query: BuildListQuery, field: ConditionField, value: string): BuildListQuery {
  const chosen = chosenValues(query, field);
  if (field === "status" || field === "platform") return withValues(query, field, toggleValue(chosen, value));
  return withValues(query, field, chosen.includes(value) ? [] : [value]);
}

/** Query without the condition of a field. */
export const removeCondition = (query: BuildListQuery, field: ConditionField): BuildListQuery =>
  withValues(query, field, []);

/** First page of the query with other values of a field. */
function withValues(query: BuildListQuery, field: ConditionField, values: readonly string[]): BuildListQuery {
  const first = { ...query, cursor: undefined };
  if (field === "status" || field === "platform") return { ...first, [field]: values };
  const [value] = values;
  return field === "period" ? { ...first, since: value, until: undefined } : { ...first, [field]: value };
}

/** Active conditions of a list, in the order of the fields. */
export function listConditions(query: BuildListQuery, fields: readonly FilterField[]): Condition[] {
  return FIELDS.flatMap(({ field, subject }) => {
    const choices = fields.find((one) => one.field === field)?.choices ?? [];
    const labelOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value;
    const chosen = chosenValues(query, field);
    const days =
      field === "period" && !choices.some(({ value }) => chosen.includes(value)) && describeDays(query);
    const values = days ? [days] : chosen.map(labelOf);
    return values.length > 0 ? [{ field, subject, values: values.join(" or ") }] : [];
  });
}
