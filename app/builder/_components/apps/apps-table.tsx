"use client";

import { IconDeviceMobile } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { Absent } from "../../../_ui/data/key-value-list";
import { RelativeTime } from "../../../_ui/data/relative-time";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { appPath, buildPath } from "../paths";
import { describePlatform } from "../words";
import classes from "./apps-table.module.css";

type ListedApp = RouterOutputs["apps"]["list"][number];

export function AppsTable({ tenant }: { tenant: string }) {
  const [apps] = trpc.apps.list.useSuspenseQuery({ tenant });
  const router = useRouter();
  const activeKey = useRowCursor(
    apps.map((app) => app.id),
    (id) => router.push(appPath(tenant, id)),
  );
  return (
    <DataTable
      caption="Apps by name"
      columns={columnsIn(tenant)}
      rows={apps}
      rowKey={(app) => app.id}
      rowHref={(app) => appPath(tenant, app.id)}
      {...(activeKey && { activeKey })}
      empty={
        <EmptyState
          icon={<IconDeviceMobile size={20} stroke={1.6} />}
          title="No apps yet"
          description="An app is what is built here, for Android, iOS or both. The people who run this Drydock register apps for a tenant; each then appears here with its builds."
        />
      }
    />
  );
}

const columnsIn = (tenant: string): Column<ListedApp>[] => [
  { key: "name", header: "App", isWide: true, cell: (app) => app.name },
  { key: "platforms", header: "Platforms", cell: (app) => app.platforms.map(describePlatform).join(", ") },
  {
    key: "newest",
    header: "Newest build",
    cell: ({ id, newestBuild: build }) =>
      build ? (
        <span className={classes.newest}>
          <Link href={buildPath(tenant, { id: build.id, app: { id } })} className={classes.number}>
            #{build.number}
          </Link>
          <StatusBadge status={build.status} />
        </span>
      ) : (
        <Absent why="never built" />
      ),
  },
  {
    key: "when",
    header: "Queued",
    align: "end",
    cell: ({ newestBuild: build }) =>
      build ? <RelativeTime value={build.createdAt} /> : <Absent why="never built" />,
  },
];
