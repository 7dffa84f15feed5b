"use client";

import { SegmentedControl } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useThrottle } from "../../../../_components/builds/use-throttle";
import { trpc } from "../../../../_trpc/client";
import { Dot } from "../../../../_ui/data/status-badge";
import { formatBytes, formatCount } from "../../../../_ui/format";
import { LogViewer } from "../../../../_ui/log/log-viewer";
import { useLinkedLines } from "../../../../_ui/log/use-line-range";
import { Section } from "../../../../_ui/page/section";
import type { BuildDetail } from "./build-detail";
import classes from "./build-logs.module.css";

type Kind = "build" | "error";

type BuildLogsProps = { tenant: string; build: BuildDetail; appSlug: string };

/**
 * Build log and error log, one at a time. A link to a line names its log and selects it. A build that ends while it is
 * watched leaves its build log in view.
 */
export function BuildLogs({ tenant, build, appSlug }: BuildLogsProps) {
  const log = useBuildLog(tenant, build.id);
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

/** A long log is parsed again for each render, so slices are rendered in batches. */
const RENDER_INTERVAL_MS = 200;

interface BuildLog {
  text: string;
  /** All that the server has was received. */
  isComplete: boolean;
  isOpen: boolean;
  isTruncated: boolean;
}

const EMPTY_LOG: BuildLog = { text: "", isComplete: false, isOpen: true, isTruncated: false };

/** Streamed build log; a reconnect resumes after the last received byte. */
function useBuildLog(tenant: string, buildId: string): BuildLog {
  const [log, setLog] = useState(EMPTY_LOG);
  const next = useRef(EMPTY_LOG);
  const end = useRef(0);
  const render = useThrottle(() => setLog(next.current), RENDER_INTERVAL_MS);

  trpc.builds.onLog.useSubscription(
    { tenant, buildId },
    {
      onData: ({ data: slice }) => {
        const isNew = slice.end > end.current;
        next.current = {
          text: isNew ? next.current.text + slice.text : next.current.text,
          isComplete: slice.end >= slice.sizeBytes,
          isOpen: slice.isOpen,
          isTruncated: slice.isTruncated,
        };
        end.current = Math.max(end.current, slice.end);
        render();
      },
    },
  );
  return log;
}
