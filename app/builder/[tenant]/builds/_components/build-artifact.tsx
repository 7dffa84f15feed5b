"use client";

import { encode } from "uqr";
import type { BuildDetail } from "../../../../_components/builds/detail/build-detail-view";
import { ButtonLink } from "../../../../_ui/actions/button";
import { CopyButton } from "../../../../_ui/actions/copy-button";
import { Absent, KeyValueList } from "../../../../_ui/data/values";
import { formatBytes, formatNumber } from "../../../../_ui/format";
import { useOrigin } from "../../../_components/use-origin";
import classes from "./build-artifact.module.css";

const NO_ARTIFACT: Record<BuildDetail["status"], string> = {
  QUEUED: "Available when the build completes",
  IN_PROGRESS: "Available when the build completes",
  COMPLETED: "No artifact reported",
  FAILED: "No artifact",
};

export function BuildArtifact({ build }: { build: BuildDetail }) {
  const { artifactPath, sizeBytes, status } = build;
  if (!artifactPath) return <p className={classes.none}>{NO_ARTIFACT[status]}</p>;
  return (
    <div className={classes.card}>
      <KeyValueList
        items={[
          {
            label: "Location",
            value: (
              <span className={classes.location}>
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
              </>
            ) : (
              <Absent why="unknown" />
            ),
          },
        ]}
      />
      <Install build={build} />
    </div>
  );
}

/** URL of a stored artifact, or the http(s) URL that the worker reported. */
function downloadUrl({ id, storedArtifact, artifactPath }: BuildDetail): string | null {
  if (storedArtifact) return `/api/builds/${id}/artifact`;
  return artifactPath && /^https?:\/\//.test(artifactPath) ? artifactPath : null;
}

/** Download button, and a QR code for phones. */
function Install({ build }: { build: BuildDetail }) {
  const origin = useOrigin();
  const href = downloadUrl(build);
  if (!href) return null;
  const url = href.startsWith("/") ? `${origin}${href}` : href;
  return (
    <div className={classes.install}>
      {origin && <QrCode text={url} label="QR code of the download URL" />}
      <div className={classes.installText}>
        <p>
          Scan to install on a phone.
          {build.storedArtifact && " Requires sign-in."}
        </p>
        <ButtonLink href={href} isDownload variant="filled">
          Download
        </ButtonLink>
      </div>
    </div>
  );
}

/** Dark on light in both color schemes, as cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
