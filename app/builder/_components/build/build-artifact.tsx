import { CopyButton } from "../../../_ui/actions/copy-button";
import { Absent, KeyValueList } from "../../../_ui/data/values";
import { formatBytes, formatNumber } from "../../../_ui/format";
import classes from "./build-artifact.module.css";
import type { BuildDetail } from "./build-view";
import { Install } from "./install";

const WITHOUT: Record<BuildDetail["status"], string> = {
  QUEUED: "The package to install appears here when the build has completed.",
  IN_PROGRESS: "The package to install appears here when the build has completed.",
  COMPLETED: "The worker reported no artifact for this build.",
  FAILED: "A build that fails leaves no artifact.",
};

export function BuildArtifact({ build }: { build: BuildDetail }) {
  const { artifactPath, sizeBytes, status } = build;
  if (!artifactPath) return <p className={classes.none}>{WITHOUT[status]}</p>;
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
              <Absent why="not reported" />
            ),
          },
        ]}
      />
      <Install build={build} />
    </div>
  );
}
