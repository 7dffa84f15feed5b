"use client";

import { IconHammer } from "@tabler/icons-react";
import {
  type BuildListQuery,
  hasFilters,
  toBuildListInput,
} from "../../../_components/builds/build-list-query";
import { trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { DataTable } from "../../../_ui/data/data-table";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount } from "../../../_ui/format";
import { Pager } from "../../../_ui/list/pager";
import { BUILDS_PATH, buildsHref } from "../../_components/paths";
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
        <Pager
          count={formatCount(builds.length, "build")}
          newerHref={query.cursor && buildsHref({ ...query, cursor: undefined })}
          olderHref={nextCursor ? buildsHref({ ...query, cursor: nextCursor }) : undefined}
        />
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
