"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { BuildFailure } from "@/app/_components/builds/detail/build-failure.tsx";
import type { BuildDetail } from "@/app/_components/builds/detail/build-layout.tsx";
import { BuildLayout } from "@/app/_components/builds/detail/build-layout.tsx";
import { BuildQueue } from "@/app/_components/builds/detail/build-queue.tsx";
import { type LogSlice, useLogSlices } from "@/app/_components/builds/log/use-log-slices.ts";
import { describePlatform, describeSource } from "@/app/_components/labels/labels.ts";
import { describeStatus, StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { appPath, appsPath } from "@/app/_paths/builder.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { Absent, KeyValueList } from "@/app/_ui/data/values.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { DownloadArtifact } from "@/app/builder/[tenant]/builds/_components/artifact/build-artifact.tsx";
import { SHORT_COMMIT_LENGTH, UUID_LENGTH } from "@/shared/bounds.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { BuildArtifact } from "./artifact/build-artifact";
import { BuildActions } from "./build-actions";

type BuildDetailPageProps = {
  tenant: { id: string; slug: string };
  app: { id: string; name: string; slug: string };
  /** From the server; `LiveBuilds` keeps the query current. */
  initialBuild: BuildDetail;
  firstLog: LogSlice | null;
  canBuild: boolean;
  /** Parts that the server renders: of a failed build its notice and similar failures; the last completed build. */
  notice: ReactNode;
  similar: ReactNode;
  comparison: ReactNode;
  /** Plugins and theme of the build. */
  inputs: ReactNode;
};

export function BuildDetailPage({
  tenant,
  app,
  initialBuild,
  firstLog,
  canBuild,
  notice,
  similar,
  comparison,
  inputs,
}: BuildDetailPageProps) {
  const key = { tenant: tenant.slug, buildId: initialBuild.id };
  const { data: build } = trpc.builds.get.useQuery(key, { initialData: initialBuild });
  const { log, onData } = useLogSlices(firstLog);
  trpc.builds.onLog.useSubscription({ ...key, start: firstLog?.end ?? 0 }, { onData });
  useRefreshOnEnd(build.finishedAt !== null);
  const path = appPath(tenant.slug, app.id);
  return (
    <>
      <PageHeader
        title={`${isolate(app.name)} #${build.number}`}
        description={[`${describePlatform(build.platform)} ${build.version}`, describeSource(build)]
          .filter(Boolean)
          .join(" · ")}
        badge={
          <span role="status">
            <StatusBadge status={build.status} isStalled={build.stalled} />
          </span>
        }
        breadcrumbs={[
          { label: "Apps", href: appsPath(tenant.slug) },
          { label: app.name, href: path },
        ]}
        actions={
          <>
            <ApiPopover
              path={`/api/builds/${build.id}`}
              tenantId={tenant.id}
              cli={`cli builds watch ${build.id}`}
              permission="BUILDS_READ"
            />
            <DownloadArtifact build={build} />
            {canBuild && <BuildActions tenant={tenant.slug} build={build} app={app} />}
          </>
        }
      />
      <BuildQueue tenant={tenant.slug} build={build} />
      {notice}
      <BuildFailure build={build}>{similar}</BuildFailure>
      <BuildLayout
        build={build}
        log={log}
        appSlug={app.slug}
        comparison={comparison}
        details={<BuildMetadata build={build} app={app} appHref={path} />}
        inputs={inputs}
        artifact={<BuildArtifact tenant={tenant.slug} build={build} appHref={path} />}
      />
    </>
  );
}

/** Reads the parts of the page that are rendered by the server again when the build ends. */
function useRefreshOnEnd(isFinished: boolean): void {
  const router = useRouter();
  const wasFinished = useRef(isFinished);
  useEffect(() => {
    if (isFinished && !wasFinished.current) router.refresh();
    wasFinished.current = isFinished;
  }, [isFinished, router]);
}

type BuildMetadataProps = { build: BuildDetail; app: { id: string; name: string }; appHref: string };

function BuildMetadata({ build, app, appHref }: BuildMetadataProps) {
  const { id, platform, version, workerId, gitRef, gitCommit, commitMessage } = build;
  const { createdBy, cancelledBy, retryOf, retryOfNumber } = build;
  return (
    <KeyValueList
      items={[
        { label: "Build ID", value: <CopyableId id={id} label="build ID" /> },
        { label: "App", value: <Link href={appHref}>{app.name}</Link> },
        { label: "Platform", value: describePlatform(platform) },
        { label: "Version", value: version },
        ...(gitRef ? [{ label: "Git ref", value: <code>{gitRef}</code> }] : []),
        ...(gitCommit
          ? [
              {
                label: "Commit",
                value: <CopyableId id={gitCommit} label="commit" shownLength={SHORT_COMMIT_LENGTH} />,
              },
            ]
          : []),
        ...(commitMessage ? [{ label: "Message", value: commitMessage }] : []),
        ...(createdBy ? [{ label: "Queued by", value: createdBy }] : []),
        ...(cancelledBy ? [{ label: "Canceled by", value: cancelledBy }] : []),
        {
          label: "Worker",
          value: workerId ? (
            <CopyableId id={workerId} label="worker ID" shownLength={UUID_LENGTH} />
          ) : (
            <Absent why="unassigned" />
          ),
        },
        ...(retryOf
          ? [
              {
                label: "Retry of",
                value: (
                  <Link href={`${appHref}/builds/${retryOf}`}>
                    {retryOfNumber ? `#${retryOfNumber}` : "original build"}
                  </Link>
                ),
              },
            ]
          : []),
        ...build.retries.map((retry) => ({
          label: "Retried as",
          value: (
            <Link href={`${appHref}/builds/${retry.id}`}>
              #{retry.number}, {describeStatus(retry.status).toLowerCase()}
            </Link>
          ),
        })),
      ]}
    />
  );
}
