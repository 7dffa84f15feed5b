import type { RouterOutputs } from "../../../_trpc/client";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { ElapsedTime, RelativeTime } from "../../../_ui/data/time";
import { buildPath } from "../paths";
import { describePlatform } from "../words";
import classes from "./overview.module.css";

type Headline = RouterOutputs["builds"]["summary"]["unfinished"][number];

type BuildHeadlinesProps = {
  tenant: string;
  caption: string;
  builds: Headline[];
  empty: string;
  /** Unfinished ones: what counts is how long they take already. */
  isRunning?: boolean;
};

export function BuildHeadlines({ tenant, caption, builds, empty, isRunning = false }: BuildHeadlinesProps) {
  return (
    <DataTable
      caption={caption}
      columns={isRunning ? [...columns, statusColumn, sinceColumn] : [...columns, whenColumn]}
      rows={builds}
      rowKey={(build) => build.id}
      rowHref={(build) => buildPath(tenant, build)}
      empty={<p className={classes.nothing}>{empty}</p>}
    />
  );
}

const columns: Column<Headline>[] = [
  {
    key: "build",
    header: "Build",
    isWide: true,
    cell: ({ app, number }) => (
      <>
        {app.name} <span className={classes.aside}>#{number}</span>
      </>
    ),
  },
  {
    key: "what",
    header: "Version",
    cell: ({ platform, version }) => `${describePlatform(platform)} ${version}`,
  },
];

const statusColumn: Column<Headline> = {
  key: "status",
  header: "Status",
  cell: ({ status }) => <StatusBadge status={status} />,
};

const sinceColumn: Column<Headline> = {
  key: "since",
  header: "For",
  align: "end",
  cell: ({ createdAt, startedAt }) => <ElapsedTime since={startedAt ?? createdAt} />,
};

const whenColumn: Column<Headline> = {
  key: "when",
  header: "Queued",
  align: "end",
  cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
};
