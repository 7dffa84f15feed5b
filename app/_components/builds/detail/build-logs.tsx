"use client";

import { SegmentedControl } from "@mantine/core";
import { useEffect, useState } from "react";
import { Dot } from "../../../_ui/data/status-badge";
import { formatBytes, formatCount } from "../../../_ui/format";
import { LogViewer } from "../../../_ui/log/log-viewer";
import { useLinkedLines } from "../../../_ui/log/use-line-range";
import { Section } from "../../../_ui/page/section";
import type { BuildDetail } from "./build-detail-view";
import classes from "./build-logs.module.css";
import type { BuildLog } from "./use-log-slices";

type Kind = "build" | "error";

type BuildLogsProps = {
  build: BuildDetail;
  log: BuildLog;
  appSlug: string;
};

/**
 * Build log and error log, one at a time. A link to a line names its log and selects it. A build that ends while it is
 * watched leaves its build log in view.
 */
export function BuildLogs({ build, log, appSlug }: BuildLogsProps) {
  const [selected, setSelected] = useState<Kind>();
  const [isWatched] = useState(build.finishedAt === null);
  const linked = useLinkedLines()?.log;
  useEffect(() => setSelected(isKind(linked) ? linked : undefined), [linked]);
  const kinds = [
    ...(log.text !== "" ? [{ value: "build" as const, label: "Build log" }] : []),
    ...(build.errorLog ? [{ value: "error" as const, label: "Error log" }] : []),
  ];
  const preferred: Kind = build.errorLog && !(isWatched && log.text !== "") ? "error" : "build";
  const kind = kinds.find(({ value }) => value === selected)?.value ?? preferred;
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
              onChange={(value) => setSelected(value as Kind)}
              aria-label="Log"
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
          linkName={kind}
          isLive={isLive}
        />
      )}
    </Section>
  );
}

const isKind = (name: string | undefined): name is Kind => name === "build" || name === "error";

function describeSize(text: string, log: BuildLog | undefined): string {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const size = `${formatCount(lines, "line")}, ${formatBytes(new Blob([text]).size)}`;
  return log?.isTruncated ? `${size}, truncated` : size;
}

function describeAbsence(build: BuildDetail, log: BuildLog): string {
  if (build.status === "QUEUED") return "The log starts when a worker picks up the build.";
  if (build.finishedAt === null) return "Waiting for output…";
  return log.isComplete ? "No log" : "Loading log…";
}
