"use client";

import type { ReactNode } from "react";
import { ListingTypeLabel } from "@/app/_components/labels/listing-type.tsx";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { entityPath, pluginsPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import { type Column, namedSlugColumn, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent, ClippedText } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { listHref } from "@/app/_ui/list/list-url.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";
import classes from "./plugins-table.module.css";

type Plugin = RouterOutputs["entities"]["list"]["entities"][number];

type PluginType = "APP_PLUGIN" | "SYSTEM_PLUGIN";

type PluginsTableProps = {
  tenant: string;
  /** Input of the list procedure, as prefetched. */
  types: PluginType[];
  /** Types in the URL; none means all. */
  segments: string[];
  cursor: string | undefined;
  empty: ReactNode;
};

export function PluginsTable({ tenant, types, segments, cursor, empty }: PluginsTableProps) {
  const [{ entities, nextCursor }] = trpc.entities.list.useSuspenseQuery({
    tenant,
    type: types,
    ...(cursor && { cursor }),
  });
  const path = pluginsPath(tenant);
  const isFiltered = segments.length > 0 || cursor !== undefined;
  return (
    <CursorTable
      caption="Plugins, newest first"
      columns={columns}
      rows={entities}
      rowKey={(entity) => entity.id}
      rowHref={(entity) => entityPath(tenant, entity)}
      empty={isFiltered ? <NoMatch path={path} /> : empty}
      footer={
        <Pager
          count={formatCount(entities.length, "plugin")}
          newerHref={cursor && listHref(path, { type: segments })}
          olderHref={nextCursor ? listHref(path, { type: segments, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}

function NoMatch({ path }: { path: string }) {
  return (
    <EmptyState title="No matching plugins" action={<ButtonLink href={path}>Clear filters</ButtonLink>} />
  );
}

const columns: Column<Plugin>[] = [
  namedSlugColumn("name", "Plugin"),
  { key: "type", header: "Type", cell: ({ type }) => <ListingTypeLabel type={type} /> },
  {
    key: "approved",
    header: "Published version",
    cell: ({ approvedVersion }) =>
      approvedVersion ? <ClippedText text={approvedVersion} /> : <Absent why="none" />,
  },
  {
    key: "latest",
    header: "Last submitted",
    cell: ({ latest }) =>
      latest ? (
        <span className={classes.latest}>
          <ClippedText text={latest.version} /> <StatusBadge status={latest.status} />
        </span>
      ) : (
        <Absent why="nothing" />
      ),
  },
  {
    key: "versions",
    header: "Versions",
    align: "end",
    isMinor: true,
    cell: ({ versions }) => formatNumber(versions),
  },
  timeColumn("created", "Registered", ({ createdAt }) => createdAt),
];
