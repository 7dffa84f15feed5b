"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { ListingType } from "@/shared/vocabulary.ts";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { ButtonLink } from "../../../../_ui/actions/button";
import { type Column, DataTable } from "../../../../_ui/data/data-table";
import { ListingTypeLabel } from "../../../../_ui/data/listing-type";
import { StatusBadge } from "../../../../_ui/data/status-badge";
import { RelativeTime } from "../../../../_ui/data/time";
import { Absent, ClippedText, NamedSlug } from "../../../../_ui/data/values";
import { EmptyState } from "../../../../_ui/feedback/empty-state";
import { formatCount, formatNumber } from "../../../../_ui/format";
import { useRowCursor } from "../../../../_ui/keyboard/use-row-cursor";
import { listHref } from "../../../../_ui/list/list-url";
import { Pager } from "../../../../_ui/list/pager";
import { entityPath, pluginsPath } from "../../../_components/paths";
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
  const router = useRouter();
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const hrefOf = (entity: { type: ListingType; id: string }) => entityPath(tenant, entity);
  const activeKey = useRowCursor([...byId.keys()], (id) => {
    const entity = byId.get(id);
    if (entity) router.push(hrefOf(entity));
  });
  const path = pluginsPath(tenant);
  const isFiltered = segments.length > 0 || cursor !== undefined;
  return (
    <DataTable
      caption="Plugins, newest first"
      columns={columns}
      rows={entities}
      rowKey={(entity) => entity.id}
      rowHref={hrefOf}
      {...(activeKey && { activeKey })}
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
  {
    key: "name",
    header: "Plugin",
    isWide: true,
    fullText: ({ name, slug }) => `${name} ${slug}`,
    cell: ({ name, slug }) => <NamedSlug name={name} slug={slug} />,
  },
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
  {
    key: "created",
    header: "Registered",
    align: "end",
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
];
