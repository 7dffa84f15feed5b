import type { Platform } from "@/db/schema/vocabulary.ts";
import type { RouterOutputs } from "../../../_trpc/client";
import type { Column } from "../../../_ui/data/data-table";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { ElapsedTime, RelativeTime } from "../../../_ui/data/time";
import { Absent, ClippedText } from "../../../_ui/data/values";
import { formatDuration } from "../../../_ui/format";
import { Link } from "../../../_ui/page/link";
import { BuildActs } from "./build-acts";
import classes from "./build-columns.module.css";
import { buildsHref, everyBuild } from "./builds-view";
import { ErrorLogButton } from "./error-log";

export type ListedBuild = RouterOutputs["adminBuilds"]["list"]["builds"][number];

export const platformWords: Record<Platform, string> = { ANDROID: "Android", IOS: "iOS" };

/** Tenant and app narrow the list to themselves. */
export const buildColumns: Column<ListedBuild>[] = [
  {
    key: "build",
    header: "Build",
    cell: ({ app, number }) => (
      <>
        <Link href={buildsHref({ ...everyBuild, appId: app.id })} className={classes.narrow} title={app.name}>
          {app.name}
        </Link>{" "}
        <span className={classes.number}>#{number}</span>
      </>
    ),
  },
  {
    key: "tenant",
    header: "Tenant",
    cell: ({ tenant }) => (
      <Link
        href={buildsHref({ ...everyBuild, tenant: tenant.slug })}
        className={classes.narrow}
        title={tenant.name}
      >
        {tenant.name}
      </Link>
    ),
  },
  {
    key: "status",
    header: "Status",
    cell: ({ status, stalled }) => (
      <span className={classes.status}>
        <StatusBadge status={status} isStalled={stalled} />
      </span>
    ),
  },
  { key: "platform", header: "Platform", cell: ({ platform }) => platformWords[platform] },
  { key: "version", header: "Version", cell: ({ version }) => <ClippedText text={version} /> },
  {
    key: "duration",
    header: "Duration",
    align: "end",
    cell: (build) => (
      <span className={classes.duration}>
        <Duration build={build} />
      </span>
    ),
  },
  {
    key: "worker",
    header: "Worker",
    cell: ({ workerId }) => (
      <span className={classes.worker}>
        {workerId ? <ClippedText text={workerId} width="9rem" /> : <Absent why="no worker yet" />}
      </span>
    ),
  },
  {
    key: "when",
    header: "Queued",
    align: "end",
    cell: ({ createdAt }) => (
      <span className={classes.when}>
        <RelativeTime value={createdAt} />
      </span>
    ),
  },
  {
    key: "log",
    header: "Error log",
    cell: (build) => (build.errorLog ? <ErrorLogButton build={build} /> : <Absent />),
  },
  {
    key: "acts",
    header: <span className="visually-hidden">Actions</span>,
    align: "end",
    cell: (build) => <BuildActs build={build} />,
  },
];

function Duration({ build: { startedAt, finishedAt } }: { build: ListedBuild }) {
  if (!startedAt) return <Absent why={finishedAt ? "start not reported" : "not started"} />;
  if (!finishedAt) return <ElapsedTime since={startedAt} />;
  return formatDuration(Date.parse(finishedAt) - Date.parse(startedAt));
}
