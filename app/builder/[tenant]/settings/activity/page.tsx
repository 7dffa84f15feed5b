import { IconHistory } from "@tabler/icons-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import classes from "@/app/_components/audit/audit.module.css";
import { auditColumns } from "@/app/_components/audit/audit-columns.tsx";
import {
  ACTIVITY_FILTERS,
  type ActivityFilterValues,
  activityEntryPath,
  activityExportHref,
  activityHref,
} from "@/app/_paths/builder.ts";
import { SETTINGS_PAGES } from "@/app/_paths/builder-pages.ts";
import { readTimeCursor } from "@/app/_paths/search-params.ts";
import { api } from "@/app/_trpc/server.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { DataTable } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { FilterDisclosure } from "@/app/_ui/list/filter-disclosure.tsx";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { openBuilder } from "@/app/builder/access.ts";
import { ActivityFilters as FiltersInput } from "@/server/domains/audit/input.ts";
import { ActivityFilters } from "../_components/activity-filters";

export const metadata: Metadata = { title: SETTINGS_PAGES.activity.title };

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
    api.audit.list({ tenant: slug, ...filters, ...(cursor && { cursor }) }),
    api.audit.people({ tenant: slug }),
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
