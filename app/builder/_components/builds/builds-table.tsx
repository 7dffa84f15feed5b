"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { DataTable } from "../../../_ui/data/data-table";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount, formatNumber } from "../../../_ui/format";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { Pager } from "../../../_ui/list/pager";
import { buildPath } from "../paths";
import { buildColumns } from "./build-columns";
import { type BuildsView, buildsHref, buildsInput, isFiltered } from "./builds-view";

type BuildsTableProps = {
  tenant: string;
  appId?: string;
  /** The page's path, for links to other pages of the list. */
  path: string;
  view: BuildsView;
  /** Stands there when there is no build at all. */
  empty: ReactNode;
};

/** One page of builds, kept current by `LiveBuilds`: rows change in place. */
export function BuildsTable({ tenant, appId, path, view, empty }: BuildsTableProps) {
  const [{ builds, nextCursor, total }] = trpc.builds.list.useSuspenseQuery(buildsInput(tenant, appId, view));
  const router = useRouter();
  const hrefs = new Map(builds.map((build) => [build.id, buildPath(tenant, build)]));
  const activeKey = useRowCursor([...hrefs.keys()], (id) => router.push(hrefs.get(id) ?? path));
  const newestHref = view.cursor ? buildsHref(path, { ...view, cursor: undefined }) : undefined;
  return (
    <DataTable
      caption="Builds, newest first"
      columns={buildColumns({ isOfOneApp: appId !== undefined })}
      rows={builds}
      rowKey={(build) => build.id}
      rowHref={(build) => buildPath(tenant, build)}
      {...(activeKey && { activeKey })}
      empty={isFiltered(view) || view.cursor ? <NoMatch path={path} /> : empty}
      footer={
        <Pager
          summary={describeCount(builds.length, total)}
          newerLabel="Newest"
          newerHref={newestHref}
          olderHref={nextCursor ? buildsHref(path, { ...view, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}

const describeCount = (shown: number, total: number): string =>
  shown === total ? formatCount(total, "build") : `${formatNumber(shown)} of ${formatCount(total, "build")}`;

function NoMatch({ path }: { path: string }) {
  return (
    <EmptyState
      title="No build matches"
      description="There are builds, but none that all of these filters let through."
      action={<ButtonLink href={path}>Clear the filters</ButtonLink>}
    />
  );
}
