import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { actionsColumn, type Column, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Age } from "@/app/_ui/data/time.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { type DeadJob, JobActions } from "./job-actions";

type System = RouterOutputs["adminSystem"]["get"];
type Task = System["tasks"][number];
type Scheduled = System["schedule"][number];

const taskColumn = <Row extends { task: string }>(): Column<Row> => ({
  key: "task",
  header: "Task",
  cell: ({ task }) => <code>{task}</code>,
});

export const deadJobColumns: Column<DeadJob>[] = [
  taskColumn(),
  {
    key: "error",
    header: "Last error",
    isWide: true,
    fullText: ({ lastError }) => lastError ?? "",
    cell: ({ lastError }) => lastError ?? <Absent />,
  },
  { key: "attempts", header: "Attempts", align: "end", isMinor: true, cell: ({ attempts }) => attempts },
  { ...timeColumn("queued", "Queued", ({ queuedAt }: DeadJob) => queuedAt), isMinor: true },
  timeColumn("failed", "Failed", ({ failedAt }) => failedAt),
  actionsColumn((job) => <JobActions job={job} />),
];

const countColumn = (key: "due" | "running" | "waiting" | "dead", header: string): Column<Task> => ({
  key,
  header,
  align: "end",
  cell: (task) => formatNumber(task[key]),
});

export const taskColumns: Column<Task>[] = [
  taskColumn(),
  countColumn("due", "Due"),
  countColumn("running", "Running"),
  countColumn("waiting", "Waiting"),
  countColumn("dead", "Dead"),
  {
    key: "oldest",
    header: "Oldest due",
    align: "end",
    cell: ({ oldestDueAt }) => (oldestDueAt === null ? <Absent /> : <Age since={oldestDueAt} />),
  },
];

export const scheduleColumns: Column<Scheduled>[] = [
  taskColumn(),
  { key: "cron", header: "Schedule (UTC)", cell: ({ cron }) => <code>{cron}</code> },
  timeColumn("ran", "Last run", ({ lastRunAt }) => lastRunAt, <Absent why="never" />),
];
