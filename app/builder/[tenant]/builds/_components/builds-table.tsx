"use client";

import type { ReactNode } from "react";
import {
  BuildNumber,
  durationColumn,
  platformColumn,
  queuedColumn,
  sizeColumn,
  sourceColumn,
  statusColumn,
  versionColumn,
  workerColumn,
} from "@/app/_components/builds/build-columns.tsx";
import {
  type BuildListQuery,
  buildListHref,
  hasFilters,
  toBuildListInput,
} from "@/app/_paths/build-list-query.ts";
import { buildPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import type { Column } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount, formatNumber, formatRange } from "@/app/_ui/format.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";

type ListedBuild = RouterOutputs["builds"]["list"]["builds"][number];

type BuildsTableProps = {
  tenant: string;
  /** The only app whose builds are listed; its name is left out of the rows. */
  appId?: string;
  path: string;
  query: BuildListQuery;
  /** Empty state of a list without filters. */
  empty: ReactNode;
};

/** One page of builds; `LiveBuilds` keeps it current. */
export function BuildsTable({ tenant, appId, path, query, empty }: BuildsTableProps) {
  const [{ builds, nextCursor, total }] = trpc.builds.list.useSuspenseQuery({
    tenant,
    ...toBuildListInput({ ...query, appId }),
  });
  return (
    <CursorTable
      caption="Builds, newest first"
      columns={[appId ? numberColumn : nameColumn, ...columns]}
      rows={builds}
      rowKey={(build) => build.id}
      isDense
      rowHref={(build) => buildPath(tenant, build)}
      empty={hasFilters(query) || query.cursor ? <NoMatch path={path} /> : empty}
      footer={
        <Pager
          summary={describeCount(builds.length, total, query.cursor)}
          newerHref={query.cursor ? buildListHref(path, { ...query, cursor: undefined }) : undefined}
          olderHref={nextCursor ? buildListHref(path, { ...query, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}

const numberColumn: Column<ListedBuild> = {
  key: "build",
  header: "Build",
  cell: ({ number }) => <>#{number}</>,
};

const nameColumn: Column<ListedBuild> = {
  key: "build",
  header: "Build",
  cell: ({ app, number }) => (
    <>
      {app.name} <BuildNumber number={number} />
    </>
  ),
};

const columns: Column<ListedBuild>[] = [
  statusColumn,
  sourceColumn,
  platformColumn,
  versionColumn,
  durationColumn,
  sizeColumn,
  workerColumn(),
  queuedColumn,
];

function describeCount(shown: number, total: number | null, cursor: string | undefined): string {
  if (total === null || shown === total) return formatCount(shown, "build");
  return cursor ? `${formatNumber(shown)} of ${formatCount(total, "build")}` : formatRange(0, shown, total);
}

function NoMatch({ path }: { path: string }) {
  return (
    <EmptyState title="No matching builds" action={<ButtonLink href={path}>Clear filters</ButtonLink>} />
  );
}
