import { IconStack2 } from "@tabler/icons-react";
import type { Metadata } from "next";
import { api } from "../../_trpc/server";
import { requireAdmin } from "../../_trpc/session";
import { DataTable } from "../../_ui/data/data-table";
import { EmptyState } from "../../_ui/feedback/empty-state";
import { PageHeader } from "../../_ui/page/page-header";
import { Section } from "../../_ui/page/section";
import { clusterColumns } from "./_components/cluster-columns";
import { noticeColumns } from "./_components/notice-columns";

export const metadata: Metadata = { title: "Failures" };

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
