"use client";

import { IconHammer } from "@tabler/icons-react";
import { BUILDS_PATH, buildsHref } from "@/app/_paths/admin.ts";
import { type BuildListQuery, hasFilters, toBuildListInput } from "@/app/_paths/build-list-query.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { DataTable } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { Pager, pagesOf } from "@/app/_ui/list/pager.tsx";
import { buildColumns } from "./build-columns";

/** One page of the builds of all tenants; `LiveStatus` keeps it current. */
export function BuildsTable({ query }: { query: BuildListQuery }) {
  const [{ builds, nextCursor }] = trpc.adminBuilds.list.useSuspenseQuery(toBuildListInput(query));
  return (
    <DataTable
      caption="Builds, newest first"
      columns={buildColumns}
      rows={builds}
      isDense
      rowKey={(build) => build.id}
      empty={hasFilters(query) || query.cursor ? <NoMatch isStuck={query.isStuck === true} /> : <NoBuilds />}
      footer={
        <Pager count={formatCount(builds.length, "build")} {...pagesOf(query, nextCursor, buildsHref)} />
      }
    />
  );
}

function NoMatch({ isStuck }: { isStuck: boolean }) {
  return (
    <EmptyState
      title={isStuck ? "No stuck builds" : "No matching builds"}
      {...(isStuck && {
        description: "A build is stuck when its lease expired or it had no report for an hour.",
      })}
      action={<ButtonLink href={BUILDS_PATH}>Clear filters</ButtonLink>}
    />
  );
}

function NoBuilds() {
  return (
    <EmptyState
      icon={<IconHammer size={20} stroke={1.6} />}
      title="No builds yet"
      description="Builds of all workspaces appear here."
    />
  );
}
