"use client";

import type { ReactNode } from "react";
import { BuildFailure } from "@/app/_components/builds/detail/build-failure.tsx";
import { BuildLayout } from "@/app/_components/builds/detail/build-layout.tsx";
import { StalledBuild } from "@/app/_components/builds/detail/build-queue.tsx";
import { type LogSlice, useLogSlices } from "@/app/_components/builds/log/use-log-slices.ts";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { adminBuildPath, BUILDS_PATH, buildsHref, tenantPath } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { Absent, KeyValueList } from "@/app/_ui/data/values.tsx";
import { formatBytes } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { BuildActions } from "@/app/admin/builds/_components/build-actions.tsx";
import { isolate } from "@/shared/text/isolate.ts";

type Build = RouterOutputs["adminBuilds"]["get"];

const REFETCH_INTERVAL_MS = 5_000;

type AdminBuildProps = {
  initialBuild: Build;
  firstLog: LogSlice | null;
  /** Notice and similar failures of a failed build, from the server. */
  notice: ReactNode;
  similar: ReactNode;
  /** Plugins and theme of the build. */
  inputs: ReactNode;
};

/** Build of any workspace, kept current while it is unfinished. */
export function AdminBuild({ initialBuild, firstLog, notice, similar, inputs }: AdminBuildProps) {
  const key = { buildId: initialBuild.id };
  const { data: build } = trpc.adminBuilds.get.useQuery(key, {
    initialData: initialBuild,
    refetchInterval: (query) => (query.state.data?.finishedAt ? false : REFETCH_INTERVAL_MS),
  });
  const { log, onData } = useLogSlices(firstLog);
  trpc.adminBuilds.onLog.useSubscription({ ...key, start: firstLog?.end ?? 0 }, { onData });
  const { app, tenant } = build;
  return (
    <>
      <PageHeader
        title={`${isolate(app.name)} #${build.number}`}
        description={`${describePlatform(build.platform)} ${build.version} · ${tenant.name}`}
        badge={
          <span role="status">
            <StatusBadge status={build.status} isStalled={build.stalled} />
          </span>
        }
        breadcrumbs={[{ label: "Builds", href: BUILDS_PATH }]}
        actions={<BuildActions build={build} />}
      />
      {build.stalled && <StalledBuild build={build} />}
      {notice}
      <BuildFailure build={build}>{similar}</BuildFailure>
      <BuildLayout
        build={build}
        log={log}
        appSlug={app.slug}
        details={<BuildMetadata build={build} />}
        inputs={inputs}
      />
    </>
  );
}

function BuildMetadata({ build }: { build: Build }) {
  const { id, app, tenant, workerId, gitRef, createdBy, artifactPath, sizeBytes, retryOf, retryOfNumber } =
    build;
  return (
    <KeyValueList
      items={[
        { label: "Build ID", value: <CopyableId id={id} label="build ID" /> },
        { label: "Workspace", value: <Link href={tenantPath(tenant.id)}>{tenant.name}</Link> },
        { label: "App", value: <Link href={buildsHref({ appId: app.id })}>{app.name}</Link> },
        { label: "Git ref", value: gitRef && <code>{gitRef}</code> },
        { label: "Queued by", value: createdBy },
        {
          label: "Worker",
          value: workerId ? <code>{workerId}</code> : <Absent why="unassigned" />,
        },
        { label: "Artifact", value: artifactPath && <code>{artifactPath}</code> },
        { label: "Size", value: sizeBytes && formatBytes(sizeBytes) },
        ...(retryOf
          ? [
              {
                label: "Retry of",
                value: (
                  <Link href={adminBuildPath(retryOf)}>
                    {retryOfNumber ? `#${retryOfNumber}` : "original build"}
                  </Link>
                ),
              },
            ]
          : []),
        ...build.retries.map((retry) => ({
          label: "Retried as",
          value: <Link href={adminBuildPath(retry.id)}>#{retry.number}</Link>,
        })),
      ]}
    />
  );
}
