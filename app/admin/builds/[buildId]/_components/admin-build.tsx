"use client";

import type { ReactNode } from "react";
import { BuildFailure } from "../../../../_components/builds/detail/build-failure";
import { BuildLayout } from "../../../../_components/builds/detail/build-layout";
import { StalledBuild } from "../../../../_components/builds/detail/build-queue";
import { type LogSlice, useLogSlices } from "../../../../_components/builds/log/use-log-slices";
import { describePlatform } from "../../../../_components/labels";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { CopyableId } from "../../../../_ui/actions/copyable-code";
import { StatusBadge } from "../../../../_ui/data/status-badge";
import { Absent, KeyValueList } from "../../../../_ui/data/values";
import { formatBytes } from "../../../../_ui/format";
import { Link } from "../../../../_ui/page/link";
import { PageHeader } from "../../../../_ui/page/page-header";
import { adminBuildPath, BUILDS_PATH, buildsHref, tenantPath } from "../../../_components/paths";
import { BuildActions } from "../../_components/build-actions";

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
        title={`${app.name} #${build.number}`}
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
