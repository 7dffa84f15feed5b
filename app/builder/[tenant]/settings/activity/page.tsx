import { IconHistory } from "@tabler/icons-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActivityFilters as FiltersInput } from "@/server/domains/audit/input.ts";
import classes from "../../../../_components/audit/audit.module.css";
import { auditColumns } from "../../../../_components/audit/audit-columns";
import { api } from "../../../../_trpc/server";
import { ButtonLink } from "../../../../_ui/actions/button";
import { DataTable } from "../../../../_ui/data/data-table";
import { EmptyState } from "../../../../_ui/feedback/empty-state";
import { formatCount } from "../../../../_ui/format";
import { FilterDisclosure } from "../../../../_ui/list/filter-disclosure";
import { readValues, type SearchParams } from "../../../../_ui/list/list-url";
import { Pager } from "../../../../_ui/list/pager";
import { PageHeader } from "../../../../_ui/page/page-header";
import { openBuilder } from "../../../access";
import { readTimeCursor } from "../../../search-params";
import { ActivityFilters } from "../_components/activity-filters";
import {
  ACTIVITY_FILTERS,
  type ActivityFilterValues,
  activityEntryPath,
  activityExportHref,
  activityHref,
} from "../_components/activity-view";

export const metadata: Metadata = { title: "Activity" };

type ActivityPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

const columns = auditColumns.filter(({ key }) => key !== "tenant");

export default async function ActivityPage({ params, searchParams }: ActivityPageProps) {
  const { tenant } = await openBuilder((await params).tenant);
  if (tenant.role !== "OWNER") notFound();
  const given = await searchParams;
  const { slug } = tenant;
  const filters = readFilters(given);
  const cursor = readTimeCursor(given);
  const [{ entries, nextCursor }, people] = await Promise.all([
    api.activity.list({ tenant: slug, ...filters, ...(cursor && { cursor }) }),
    api.activity.people({ tenant: slug }),
  ]);
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader
        title="Activity"
        description="Changes in this workspace. Visible to owners."
        actions={
          <>
            <ButtonLink href={activityExportHref(slug, filters, "csv")} isDownload>
              Export CSV
            </ButtonLink>
            <ButtonLink href={activityExportHref(slug, filters, "jsonl")} isDownload>
              Export JSONL
            </ButtonLink>
          </>
        }
      />
      <search className={classes.bar}>
        <FilterDisclosure active={Object.keys(filters).length}>
          <ActivityFilters tenant={slug} filters={filters} people={people} />
        </FilterDisclosure>
      </search>
      <DataTable
        caption="Activity, newest first"
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        rowHref={({ id }) => activityEntryPath(slug, id)}
        empty={
          <EmptyState
            icon={<IconHistory size={20} stroke={1.6} />}
            title={isNarrowed ? "No matching changes" : "No changes yet"}
            {...(isNarrowed
              ? { action: <ButtonLink href={activityHref(slug, {})}>Clear filters</ButtonLink> }
              : { description: "Changes by members, API tokens and Drydock appear here." })}
          />
        }
        footer={
          <Pager
            count={formatCount(entries.length, "change")}
            newerHref={cursor && activityHref(slug, filters)}
            olderHref={nextCursor ? activityHref(slug, { ...filters, cursor: nextCursor }) : undefined}
          />
        }
      />
    </>
  );
}

/** Filters from the query of the URL; invalid ones are ignored. */
function readFilters(params: SearchParams): ActivityFilterValues {
  const given = ACTIVITY_FILTERS.map((name) => [name, readValues(params, name)[0]?.trim() ?? ""] as const);
  return Object.fromEntries(
    given.filter(([name, value]) => value !== "" && FiltersInput.shape[name].safeParse(value).success),
  );
}
