import type { Metadata } from "next";
import { SYSTEM_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { DataTable } from "@/app/_ui/data/data-table.tsx";
import { Age, RelativeTime } from "@/app/_ui/data/time.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { listHref, readCursor, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section, Stat, StatGrid } from "@/app/_ui/page/section.tsx";
import parts from "@/app/admin/page.module.css";
import { RETENTION_DAYS } from "@/server/core/retention.ts";
import { deadJobColumns, scheduleColumns, taskColumns } from "./_components/system-columns";

export const metadata: Metadata = { title: ADMIN_PAGES.system.title };

export default async function SystemPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const cursor = readCursor(await searchParams);
  const [{ version, migrations, tasks, schedule }, { jobs, nextCursor }] = await Promise.all([
    api.adminSystem.get(),
    api.adminSystem.deadJobs(cursor ? { cursor } : {}),
  ]);
  const sum = (count: "due" | "dead") => tasks.reduce((total, task) => total + task[count], 0);
  const oldestDueAt = tasks.flatMap((task) => task.oldestDueAt ?? []).sort()[0];
  return (
    <>
      <PageHeader title="System" />
      <div className={parts.parts}>
        <StatGrid>
          <Stat label="Dead jobs" value={formatNumber(sum("dead"))} detail="failed for the last time" />
          <Stat
            label="Due jobs"
            value={formatNumber(sum("due"))}
            detail={
              oldestDueAt ? (
                <>
                  oldest <Age since={oldestDueAt} />
                </>
              ) : (
                "none"
              )
            }
          />
          <Stat label="Version" value={version} />
          <Stat
            label="Migrations"
            value={formatNumber(migrations.count)}
            detail={
              migrations.newest && (
                <>
                  newest written <RelativeTime value={migrations.newest} />
                </>
              )
            }
          />
        </StatGrid>
        <Section
          title="Dead jobs"
          description={`Kept for ${RETENTION_DAYS.deadJobs} days. Fix the cause, then retry.`}
        >
          <DataTable
            caption="Dead jobs, newest first"
            columns={deadJobColumns}
            rows={jobs}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                title={cursor ? "No older dead jobs" : "No dead jobs"}
                description="A job that fails is tried again, later each time. It appears here after its last attempt."
              />
            }
            footer={
              (cursor || nextCursor) && (
                <Pager
                  newerHref={cursor && SYSTEM_PATH}
                  olderHref={nextCursor ? listHref(SYSTEM_PATH, { cursor: nextCursor }) : undefined}
                />
              )
            }
          />
        </Section>
        <Section title="Jobs by task">
          <DataTable
            caption="Queued jobs by task"
            columns={taskColumns}
            rows={tasks}
            rowKey={({ task }) => task}
            empty={<EmptyState title="The queue is empty" />}
          />
        </Section>
        <Section title="Scheduled jobs">
          <DataTable
            caption="Scheduled jobs"
            columns={scheduleColumns}
            rows={schedule}
            rowKey={({ task }) => task}
          />
        </Section>
      </div>
    </>
  );
}
