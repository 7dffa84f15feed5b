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
      caption="Builds of all tenants, newest first"
      columns={buildColumns}
      rows={builds}
      isDense
      rowKey={(build) => build.id}
      empty={hasFilters(query) || query.cursor ? <NoMatch isStuck={query.isStuck === true} /> : <NoBuilds />}
      footer={
        <Pager
          summary={formatCount(builds.length, "build")}
          newerLabel="Newest"
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
      title={isStuck ? "No build is stuck" : "No build matches"}
      description={
        isStuck
          ? "A build counts as stuck when its worker's lease ran out or nobody reported for an hour."
          : "There are builds, but none that all of these filters let through."
      }
      action={<ButtonLink href={BUILDS_PATH}>Show all builds</ButtonLink>}
    />
  );
}

function NoBuilds() {
  return (
    <EmptyState
      icon={<IconHammer size={20} stroke={1.6} />}
      title="No builds yet"
      description="Every build of every tenant is listed here as soon as the first one is queued."
    />
  );
}
