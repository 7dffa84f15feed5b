"use client";

import { IconServer2 } from "@tabler/icons-react";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { adminBuildPath, WORKERS_PATH } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { actionsColumn, type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent, ClippedText, Dot, type Tone } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount, formatNumber, formatPercent } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { WorkerActions } from "./worker-actions";
import classes from "./workers-table.module.css";

export type Worker = RouterOutputs["adminWorkers"]["list"][number];

/** Polling interval: heartbeats are not pushed. */
const REFETCH_INTERVAL_MS = 10_000;

/** Workers, or only the offline ones, which the overview counts. */
export function WorkersTable({ isOfflineOnly }: { isOfflineOnly: boolean }) {
  const [all] = trpc.adminWorkers.list.useSuspenseQuery(undefined, {
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const workers = isOfflineOnly ? all.filter(({ state }) => state === "OFFLINE") : all;
  return (
    <DataTable
      caption="Build workers"
      columns={columns}
      rows={workers}
      rowKey={({ id }) => id}
      empty={
        isOfflineOnly ? (
          <EmptyState
            title="No offline workers"
            action={<ButtonLink href={WORKERS_PATH}>All workers</ButtonLink>}
          />
        ) : (
          <EmptyState
            icon={<IconServer2 size={20} stroke={1.6} />}
            title="No workers yet"
            description="A worker appears here after its first request."
            command="npm run worker -- --help"
          />
        )
      }
    />
  );
}

/** Builds shown per worker. */
const MAX_SHOWN_BUILDS = 4;

const columns: Column<Worker>[] = [
  {
    key: "worker",
    header: "Worker",
    isWide: true,
    cell: ({ id }) => (
      <code>
        <ClippedText text={id} width="24rem" />
      </code>
    ),
  },
  {
    key: "state",
    header: "Status",
    cell: (worker) => <WorkerStateBadge worker={worker} />,
  },
  {
    key: "version",
    header: "Version",
    isMinor: true,
    cell: ({ version }) => version ?? <Absent why="unknown" />,
  },
  {
    key: "platforms",
    header: "Platforms",
    cell: ({ platforms }) =>
      platforms.length > 0 ? platforms.map(describePlatform).join(", ") : <Absent why="unknown" />,
  },
  {
    key: "current",
    header: "Current builds",
    cell: ({ current }) =>
      current.length === 0 ? (
        <Absent why="nothing" />
      ) : (
        <ul className={classes.current}>
          {current.slice(0, MAX_SHOWN_BUILDS).map(({ id, number, app, tenant, status, stalled }) => (
            <li key={id}>
              <Link href={adminBuildPath(id)}>
                <bdi>{app.name}</bdi> #{number}
              </Link>{" "}
              <span className={classes.tenant}>{tenant.name}</span>{" "}
              <StatusBadge status={status} isStalled={stalled} />
            </li>
          ))}
          {current.length > MAX_SHOWN_BUILDS && (
            <li className={classes.tenant}>and {formatNumber(current.length - MAX_SHOWN_BUILDS)} more</li>
          )}
        </ul>
      ),
  },
  {
    key: "rate",
    header: "Success rate",
    isMinor: true,
    align: "end",
    cell: ({ successRate, finished }) =>
      successRate === null ? (
        <Absent why="no finished builds" />
      ) : (
        <span title={`of last ${formatCount(finished, "build")}`}>{formatPercent(successRate)}</span>
      ),
  },
  timeColumn("seen", "Last seen", ({ lastSeenAt }) => lastSeenAt, <Absent why="none" />),
  actionsColumn((worker) => <WorkerActions worker={worker} />),
];

const STATES: Record<Worker["state"], { tone: Tone; label: string }> = {
  ONLINE: { tone: "ok", label: "Online" },
  BUSY: { tone: "info", label: "Busy" },
  DRAINING: { tone: "warn", label: "Draining" },
  OFFLINE: { tone: "bad", label: "Offline" },
  REPORTS_ONLY: { tone: "idle", label: "Reports only" },
};

function WorkerStateBadge({ worker: { state } }: { worker: Worker }) {
  const { tone, label } = STATES[state];
  return <Dot tone={tone}>{label}</Dot>;
}
