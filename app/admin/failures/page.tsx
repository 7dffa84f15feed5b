import { IconStack2 } from "@tabler/icons-react";
import type { Metadata } from "next";
import { failurePath } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { actionsColumn, type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import type { ActiveNotice } from "@/server/domains/builds/failures/view.ts";
import { toMessage } from "@/shared/build-log/failure-message.ts";
import { clusterColumns } from "./_components/cluster-columns";
import classes from "./_components/failures.module.css";
import { NoticeActions } from "./_components/notice-actions";

export const metadata: Metadata = { title: ADMIN_PAGES.failures.title };

export default async function FailuresPage() {
  await requireAdmin();
  const [{ clusters, isCapped }, notices] = await Promise.all([
    api.adminFailures.clusters(),
    api.adminFailures.notices(),
  ]);
  return (
    <>
      <PageHeader title="Failures" />
      {notices.length > 0 && (
        <Section title="Active notices">
          <DataTable
            caption="Active notices, newest first"
            columns={noticeColumns}
            rows={notices}
            rowKey={({ id }) => id}
            isDense
          />
        </Section>
      )}
      <Section
        title="Clusters"
        description={`Last 24 hours compared with the previous 24, growing first${isCapped ? "; of the newest 5,000 failures" : ""}`}
      >
        <DataTable
          caption="Clusters of failures, growing first"
          columns={clusterColumns}
          rows={clusters}
          rowKey={({ buildId }) => buildId}
          isDense
          empty={
            <EmptyState
              icon={<IconStack2 size={20} stroke={1.6} />}
              title="No clusters"
              description="No two builds failed for the same reason in the last 48 hours."
            />
          }
        />
      </Section>
    </>
  );
}

const noticeColumns: Column<ActiveNotice>[] = [
  {
    key: "notice",
    header: "Notice",
    isWide: true,
    cell: ({ text }) => <span className={classes.notice}>{text}</span>,
  },
  {
    key: "reason",
    header: "Reason",
    cell: ({ buildId, summary }) => (
      <span className={classes.reason}>
        <Link href={failurePath(buildId)} className={classes.message} title={summary}>
          {toMessage(summary)}
        </Link>
      </span>
    ),
  },
  { key: "builds", header: "Builds", align: "end", cell: ({ builds }) => formatNumber(builds) },
  { key: "by", header: "Added by", cell: ({ createdBy }) => createdBy },
  timeColumn("since", "Added", ({ createdAt }) => createdAt),
  actionsColumn((notice) => <NoticeActions buildId={notice.buildId} notice={notice} size="xs" />),
];
