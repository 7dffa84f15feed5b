import { IconStack2 } from "@tabler/icons-react";
import type { Metadata } from "next";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { DataTable } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { clusterColumns } from "./_components/cluster-columns";
import { noticeColumns } from "./_components/notice-columns";

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
