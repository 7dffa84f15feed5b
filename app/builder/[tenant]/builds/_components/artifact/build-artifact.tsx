"use client";

import type { BuildDetail } from "@/app/_components/builds/detail/build-layout.tsx";
import { trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CopyButton } from "@/app/_ui/actions/copy-button.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { Absent, KeyValueList } from "@/app/_ui/data/values.tsx";
import { formatBytes, formatNumber } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { toInstallKind, toSizeChange } from "@/server/domains/builds/artifacts/policy.ts";
import classes from "./build-artifact.module.css";

const InstallCode = onDemand(() => import("./install-code").then((module) => module.InstallCode));

const NO_ARTIFACT: Record<BuildDetail["status"], string> = {
  QUEUED: "Available when the build completes",
  IN_PROGRESS: "Available when the build completes",
  COMPLETED: "No artifact reported",
  FAILED: "No artifact",
};

type BuildArtifactProps = { tenant: string; build: BuildDetail; appHref: string };

/** Location, size against the last successful build, and digest of a build's artifact, and a QR code for phones. */
export function BuildArtifact({ tenant, build, appHref }: BuildArtifactProps) {
  const { artifactPath, sizeBytes, status, storedArtifact } = build;
  if (!artifactPath) return <p className={classes.none}>{NO_ARTIFACT[status]}</p>;
  return (
    <div className={classes.card}>
      <KeyValueList
        items={[
          {
            label: "Location",
            value: (
              <span className={classes.copyable}>
                <code>{artifactPath}</code>
                <CopyButton text={artifactPath} label="Copy artifact location" />
              </span>
            ),
          },
          {
            label: "Size",
            value: sizeBytes ? (
              <>
                {formatBytes(sizeBytes)}{" "}
                <span className={classes.exact}>({formatNumber(BigInt(sizeBytes))} bytes)</span>
                <SizeChange tenant={tenant} build={build} sizeBytes={Number(sizeBytes)} appHref={appHref} />
              </>
            ) : (
              <Absent why="unknown" />
            ),
          },
          ...(storedArtifact
            ? [
                {
                  label: "SHA-256",
                  value: (
                    <span className={classes.copyable}>
                      <code>{storedArtifact.sha256}</code>
                      <CopyButton text={storedArtifact.sha256} label="Copy SHA-256" />
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {storedArtifact && toInstallKind(storedArtifact.fileName) && (
        <InstallCode tenant={tenant} buildId={build.id} />
      )}
    </div>
  );
}

type SizeChangeProps = { tenant: string; build: BuildDetail; sizeBytes: number; appHref: string };

const PERCENT = new Intl.NumberFormat("en-US", {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

/** Change against the last successful build of the platform. */
function SizeChange({ tenant, build, sizeBytes, appHref }: SizeChangeProps) {
  const { data: previous } = trpc.builds.previousArtifact.useQuery({ tenant, buildId: build.id });
  const change = previous && toSizeChange(sizeBytes, previous.sizeBytes);
  if (!previous || change === null || change === undefined) return null;
  return (
    <span className={classes.exact}>
      {" · "}
      {PERCENT.format(change)} against {formatBytes(previous.sizeBytes)} of{" "}
      <Link href={`${appHref}/builds/${previous.buildId}`}>#{previous.number}</Link>
    </span>
  );
}

type Artifact = Pick<BuildDetail, "id" | "storedArtifact" | "artifactPath" | "sizeBytes">;

/** Download button of a build's artifact, with its size; nothing without a stored artifact or a URL that a worker reported. */
export function DownloadArtifact({ build }: { build: Artifact }) {
  const href = toDownloadUrl(build);
  if (!href) return null;
  return (
    <ButtonLink href={href} isDownload variant="filled">
      Download{build.sizeBytes && ` (${formatBytes(build.sizeBytes)})`}
    </ButtonLink>
  );
}

function toDownloadUrl({ id, storedArtifact, artifactPath }: Artifact): string | null {
  if (storedArtifact) return `/api/builds/${id}/artifact`;
  return artifactPath && /^https?:\/\//.test(artifactPath) ? artifactPath : null;
}
