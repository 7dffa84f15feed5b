import type { Metadata } from "next";
import { cache } from "react";
import { platformColumn, versionColumn, workerColumn } from "@/app/_components/builds/build-columns.tsx";
import { BuildNotice } from "@/app/_components/builds/detail/build-inputs.tsx";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { adminBuildPath, buildsHref, FAILURES_PATH } from "@/app/_paths/admin.ts";
import { api, orNotFound } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import type { ClusteredBuild, FailureCluster } from "@/server/domains/builds/failures/view.ts";
import { toMessage } from "@/shared/build-log/failure-message.ts";
import { Change, Workers } from "../_components/cluster-columns";
import { NoticeActions } from "../_components/notice-actions";

type FailurePageProps = { params: Promise<{ buildId: string }> };

const getCluster = cache((buildId: string) => orNotFound(api.adminFailures.cluster({ buildId })));

export async function generateMetadata({ params }: FailurePageProps): Promise<Metadata> {
  await requireAdmin();
  return { title: toMessage((await getCluster((await params).buildId)).summary) };
}

export default async function FailurePage({ params }: FailurePageProps) {
  await requireAdmin();
  const { buildId } = await params;
  const { summary, cluster, notice, builds } = await getCluster(buildId);
  return (
    <>
      <PageHeader
        title={toMessage(summary)}
        breadcrumbs={[{ label: "Failures", href: FAILURES_PATH }]}
        actions={<NoticeActions buildId={buildId} notice={notice} />}
      />
      {notice && <BuildNotice notice={notice} />}
      {cluster && (
        <Section title="Last 48 hours" isCard>
          <KeyValueList items={describeCluster(cluster)} />
        </Section>
      )}
      <Section title="Newest builds">
        <DataTable
          caption="Builds that failed for this reason, newest first"
          columns={columns}
          rows={builds}
          isDense
          rowKey={({ id }) => id}
        />
      </Section>
    </>
  );
}

const describeCluster = (cluster: FailureCluster) => [
  {
    label: "Last 24 hours",
    value: (
      <>
        {formatNumber(cluster.lastDay)} (<Change by={cluster.lastDay - cluster.dayBefore} />)
      </>
    ),
  },
  { label: "Workspaces", value: formatNumber(cluster.tenants) },
  { label: "Platforms", value: cluster.platforms.map(describePlatform).join(", ") },
  { label: "Workers", value: <Workers cluster={cluster} /> },
];

const columns: Column<ClusteredBuild>[] = [
  {
    key: "build",
    header: "Build",
    cell: ({ id, number, app }) => (
      <Link href={adminBuildPath(id)}>
        <bdi>{app.name}</bdi> #{number}
      </Link>
    ),
  },
  {
    key: "tenant",
    header: "Workspace",
    cell: ({ tenant }) => <Link href={buildsHref({ tenant: tenant.slug })}>{tenant.name}</Link>,
  },
  platformColumn,
  versionColumn,
  workerColumn(),
  timeColumn("failed", "Failed", ({ finishedAt }) => finishedAt),
];
