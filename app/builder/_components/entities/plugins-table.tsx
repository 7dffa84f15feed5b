"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { ListingTypeLabel } from "../../../_ui/data/listing-type";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent, ClippedText, NamedSlug } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount, formatNumber } from "../../../_ui/format";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { Pager } from "../../../_ui/list/pager";
import { entityPath, pluginsPath } from "../paths";
import classes from "./entities.module.css";
import { type PluginsView, pluginsHref, pluginsInput } from "./plugins-view";

type Plugin = RouterOutputs["entities"]["list"]["entities"][number];

type PluginsTableProps = { tenant: string; view: PluginsView; empty: ReactNode };

export function PluginsTable({ tenant, view, empty }: PluginsTableProps) {
  const [{ entities, nextCursor }] = trpc.entities.list.useSuspenseQuery(pluginsInput(tenant, view));
  const router = useRouter();
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const hrefOf = (entity: { type: ListingType; id: string }) => entityPath(tenant, entity);
  const activeKey = useRowCursor([...byId.keys()], (id) => {
    const entity = byId.get(id);
    if (entity) router.push(hrefOf(entity));
  });
  const path = pluginsPath(tenant);
  const isNarrowed = view.type.length > 0 || view.cursor !== undefined;
  return (
    <DataTable
      caption="Plugins, the last registered first"
      columns={columns}
      rows={entities}
      rowKey={(entity) => entity.id}
      rowHref={hrefOf}
      {...(activeKey && { activeKey })}
      empty={isNarrowed ? <NoMatch path={path} /> : empty}
      footer={
        <Pager
          summary={formatCount(entities.length, "plugin")}
          newerLabel="Newest"
          newerHref={view.cursor ? pluginsHref(path, { type: view.type }) : undefined}
          olderHref={nextCursor ? pluginsHref(path, { ...view, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}

function NoMatch({ path }: { path: string }) {
  return (
    <EmptyState
      title="No plugin matches"
      description="There are plugins, but none of the kinds that are chosen."
      action={<ButtonLink href={path}>Clear the filters</ButtonLink>}
    />
  );
}

const columns: Column<Plugin>[] = [
  {
    key: "name",
    header: "Plugin",
    isWide: true,
    cell: ({ name, slug }) => <NamedSlug name={name} slug={slug} />,
  },
  { key: "type", header: "Kind", cell: ({ type }) => <ListingTypeLabel type={type} /> },
  {
    key: "approved",
    header: "On the marketplace",
    cell: ({ approvedVersion }) =>
      approvedVersion ? <ClippedText text={approvedVersion} /> : <Absent why="no version" />,
  },
  {
    key: "latest",
    header: "Submitted last",
    cell: ({ latest }) =>
      latest ? (
        <span className={classes.latest}>
          <ClippedText text={latest.version} /> <StatusBadge status={latest.status} />
        </span>
      ) : (
        <Absent why="nothing" />
      ),
  },
  { key: "versions", header: "Versions", align: "end", cell: ({ versions }) => formatNumber(versions) },
  {
    key: "created",
    header: "Registered",
    align: "end",
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
];
