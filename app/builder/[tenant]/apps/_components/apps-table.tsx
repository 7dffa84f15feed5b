"use client";

import { IconDeviceMobile } from "@tabler/icons-react";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { appPath, appsPath, buildPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import type { Column } from "@/app/_ui/data/data-table.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { listHref } from "@/app/_ui/list/list-url.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import classes from "./apps.module.css";
import { NewAppButton } from "./new-app";

type ListedApp = RouterOutputs["apps"]["list"][number];

type AppsTableProps = { tenant: string; isArchived: boolean; canBuild: boolean };

export function AppsTable({ tenant, isArchived, canBuild }: AppsTableProps) {
  const [all] = trpc.apps.list.useSuspenseQuery({ tenant });
  const apps = all.filter((app) => (app.archivedAt !== null) === isArchived);
  const archived = isArchived ? apps.length : all.length - apps.length;
  return (
    <>
      {(archived > 0 || isArchived) && (
        <FilterBar>
          <FilterLinks
            label="Status"
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
      <CursorTable
        caption={isArchived ? "Archived apps by name" : "Apps by name"}
        columns={columnsOf(tenant)}
        rows={apps}
        rowKey={(app) => app.id}
        rowHref={(app) => appPath(tenant, app.id)}
        empty={
          all.length === 0 ? (
            <NoApps canBuild={canBuild} />
          ) : (
            <NoMatch tenant={tenant} isArchived={isArchived} />
          )
        }
      />
    </>
  );
}

function NoMatch({ tenant, isArchived }: { tenant: string; isArchived: boolean }) {
  return (
    <EmptyState
      title={isArchived ? "No archived apps" : "No active apps"}
      description={
        isArchived ? "Archived apps appear here." : "Restore an app from its page to build it again."
      }
      action={
        <ButtonLink href={appsHref(tenant, { isArchived: !isArchived })}>
          {isArchived ? "Show active apps" : "Show archived apps"}
        </ButtonLink>
      }
    />
  );
}

const columnsOf = (tenant: string): Column<ListedApp>[] => [
  { key: "name", header: "App", isWide: true, cell: (app) => app.name },
  { key: "platforms", header: "Platforms", cell: (app) => app.platforms.map(describePlatform).join(", ") },
  {
    key: "newest",
    header: "Latest build",
    cell: ({ id, newestBuild: build }) =>
      build ? (
        <span className={classes.newest}>
          <Link href={buildPath(tenant, { id: build.id, app: { id } })} className={classes.number}>
            #{build.number}
          </Link>
          <StatusBadge status={build.status} isStalled={build.stalled} />
        </span>
      ) : (
        <Absent why="no builds" />
      ),
  },
  {
    key: "when",
    header: "Queued",
    align: "end",
    cell: ({ newestBuild: build }) =>
      build ? <RelativeTime value={build.createdAt} /> : <Absent why="no builds" />,
  },
];

function NoApps({ canBuild }: { canBuild: boolean }) {
  const icon = <IconDeviceMobile size={20} stroke={1.6} />;
  if (!canBuild) {
    return <EmptyState icon={icon} title="No apps yet" description="Developers and owners create apps." />;
  }
  return (
    <EmptyState
      icon={icon}
      title="No apps yet"
      description="Create an app to build it for Android and iOS."
      action={<NewAppButton />}
    />
  );
}

const appsHref = (tenant: string, { isArchived }: { isArchived: boolean }): string =>
  listHref(appsPath(tenant), { state: isArchived ? "archived" : undefined });
