"use client";

import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { Dot } from "../../../../_ui/data/status-badge";
import { formatBytes, formatCount } from "../../../../_ui/format";
import { LogViewer } from "../../../../_ui/log/log-viewer";
import { Section } from "../../../../_ui/page/section";
import type { BuildDetail } from "./build-detail";
import classes from "./build-logs.module.css";
import { type BuildLog, useBuildLog } from "./use-build-log";

type Kind = "build" | "error";

/** What the worker wrote while it built, and what it reported as the error: one at a time, so that line links are clear. */
export function BuildLogs({
  tenant,
  build,
  appSlug,
}: {
  tenant: string;
  build: BuildDetail;
  appSlug: string;
}) {
  const log = useBuildLog(tenant, build.id);
  const [chosen, setChosen] = useState<Kind>();
  const kinds = [
    ...(log.text !== "" ? [{ value: "build" as const, label: "Build log" }] : []),
    ...(build.errorLog ? [{ value: "error" as const, label: "Error log" }] : []),
  ];
  const usual: Kind = build.errorLog ? "error" : "build";
  const kind = kinds.find(({ value }) => value === chosen)?.value ?? usual;
  const text = kind === "error" ? (build.errorLog ?? "") : log.text;
  const isLive = kind === "build" && log.isOpen && build.finishedAt === null;
  return (
    <Section
      title={kind === "error" ? "Error log" : "Build log"}
      description={text === "" ? undefined : describeSize(text, kind === "build" ? log : undefined)}
      actions={
        <>
          {isLive && text !== "" && (
            <Dot tone="info" shape="pulse">
              Live
            </Dot>
          )}
          {kinds.length > 1 && (
            <SegmentedControl
              size="xs"
              data={kinds}
              value={kind}
              onChange={(value) => setChosen(value as Kind)}
              aria-label="Which log"
            />
          )}
        </>
      }
    >
      {text === "" ? (
        <p className={classes.none}>{describeAbsence(build, log)}</p>
      ) : (
        <LogViewer
          key={kind}
          log={text}
          label={`${kind === "error" ? "Error log" : "Log"} of build ${build.number}`}
          fileName={`${appSlug}-${build.number}${kind === "error" ? "-error" : ""}.log.txt`}
          isLive={isLive}
        />
      )}
    </Section>
  );
}

function describeSize(text: string, log: BuildLog | undefined): string {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const size = `${formatCount(lines, "line")}, ${formatBytes(new Blob([text]).size)}`;
  return log?.isTruncated ? `${size}; the worker wrote more than is kept` : size;
}

function describeAbsence(build: BuildDetail, log: BuildLog): string {
  if (build.status === "QUEUED") return "The log begins when a worker takes the build.";
  if (build.finishedAt === null)
    return "The worker has not written anything yet. What it writes appears here.";
  return log.isWhole ? "The worker of this build sent no log." : "Reading the log…";
}
