"use client";

import { useRouter } from "next/navigation";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatNumber } from "../../../_ui/format";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { FilterBar, FilterLinks } from "../../../_ui/list/filter-links";
import { Link } from "../../../_ui/page/link";
import { appPath, buildPath } from "../paths";
import { describePlatform } from "../words";
import classes from "./apps.module.css";
import { appsHref } from "./apps-view";
import { NoApps } from "./no-apps";

type ListedApp = RouterOutputs["apps"]["list"][number];

type AppsTableProps = { tenant: string; isArchived: boolean; mayBuild: boolean };

export function AppsTable({ tenant, isArchived, mayBuild }: AppsTableProps) {
  const [all] = trpc.apps.list.useSuspenseQuery({ tenant });
  const router = useRouter();
  const apps = all.filter((app) => (app.archivedAt !== null) === isArchived);
  const archived = isArchived ? apps.length : all.length - apps.length;
  const activeKey = useRowCursor(
    apps.map((app) => app.id),
    (id) => router.push(appPath(tenant, id)),
  );
  return (
    <>
      {(archived > 0 || isArchived) && (
        <FilterBar>
          <FilterLinks
            label="State"
            filters={[
              {
                key: "archived",
                label: `Archived (${formatNumber(archived)})`,
                href: appsHref(tenant, { isArchived: !isArchived }),
                isOn: isArchived,
              },
            ]}
          />
        </FilterBar>
      )}
      <DataTable
        caption={isArchived ? "Archived apps by name" : "Apps by name"}
        columns={columnsIn(tenant)}
        rows={apps}
        rowKey={(app) => app.id}
        rowHref={(app) => appPath(tenant, app.id)}
        {...(activeKey && { activeKey })}
        empty={
          all.length === 0 ? (
            <NoApps mayBuild={mayBuild} />
          ) : (
            <NoneOfThese tenant={tenant} isArchived={isArchived} />
          )
        }
      />
    </>
  );
}

function NoneOfThese({ tenant, isArchived }: { tenant: string; isArchived: boolean }) {
  return (
    <EmptyState
      title={isArchived ? "No app is archived" : "Every app is archived"}
      description={
        isArchived
          ? "Apps that nobody builds any more can be archived on their pages."
          : "Restore one on its page to build it again."
      }
      action={
        <ButtonLink href={appsHref(tenant, { isArchived: !isArchived })}>
          {isArchived ? "Show the apps in use" : "Show archived apps"}
        </ButtonLink>
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
