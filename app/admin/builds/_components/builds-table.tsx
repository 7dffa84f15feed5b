"use client";

import { IconHammer } from "@tabler/icons-react";
import { trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { DataTable } from "../../../_ui/data/data-table";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount } from "../../../_ui/format";
import { Pager } from "../../../_ui/list/pager";
import { BUILDS_PATH } from "../../_components/paths";
import { buildColumns } from "./build-columns";
import { type BuildsView, buildsHref, buildsInput, isFiltered } from "./builds-view";

/** One page of the builds of all tenants; rows change in place while `Live` listens. */
export function BuildsTable({ view }: { view: BuildsView }) {
  const [{ builds, nextCursor }] = trpc.adminBuilds.list.useSuspenseQuery(buildsInput(view));
  return (
    <DataTable
      caption="Builds of all tenants, newest first"
      columns={buildColumns}
      rows={builds}
      isDense
      rowKey={(build) => build.id}
      empty={isFiltered(view) || view.cursor ? <NoMatch isStuck={view.isStuck} /> : <NoBuilds />}
      footer={
        <Pager
          summary={formatCount(builds.length, "build")}
          newerLabel="Newest"
          newerHref={view.cursor && buildsHref({ ...view, cursor: undefined })}
          olderHref={nextCursor ? buildsHref({ ...view, cursor: nextCursor }) : undefined}
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
