"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";
import { LogViewer } from "@/app/_components/log/log-viewer.tsx";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { Dot } from "@/app/_ui/data/values.tsx";
import { formatBytes, formatCount } from "@/app/_ui/format.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "./build-log.module.css";
import { type BuildLines, useBuildLines } from "./use-build-lines";
import type { LogSlices } from "./use-log-slices";

type Build = Pick<
  RouterOutputs["builds"]["get"],
  "number" | "status" | "leaseUntil" | "finishedAt" | "errorLog" | "failure"
>;

type BuildLogSectionProps = { build: Build; log: LogSlices; appSlug: string; isWatched: boolean };

/** Build log and error log as one, with one numbering. It opens at the failure reason, unless the build is still running. */
export function BuildLogSection({ build, log, appSlug, isWatched }: BuildLogSectionProps) {
  const shown = useBuildLines(log, build.errorLog, isWatched);
  const { lines, text, errorOffset, isErrorSeparate, isErrorAlone } = shown;
  const isLive = log.isOpen && build.finishedAt === null;
  const frame = useSteadyPosition(isWatched);
  const failedLine =
    build.failure && errorOffset !== undefined ? build.failure.line - 1 + errorOffset : undefined;
  return (
    <div ref={frame}>
      <Section
        title="Log"
        description={text === "" ? undefined : describeSize(shown, log.isTruncated)}
        actions={
          isLive &&
          text !== "" && (
            <Dot tone="info" shape="pulse">
              Live
            </Dot>
          )
        }
      >
        {text === "" ? (
          <p className={classes.none}>{describeAbsence(build, log)}</p>
        ) : (
          <LogViewer
            lines={lines}
            label={`Log of build ${build.number}`}
            fileName={`${appSlug}-${build.number}.log.txt`}
            names={{
              name: isErrorAlone ? "error" : "build",
              offsets: {
                build: isErrorAlone && !log.isComplete ? undefined : 0,
                error: errorOffset,
                // Older links name no log, and mean the error log of a build that has one.
                "": build.errorLog === null ? 0 : errorOffset,
              },
            }}
            failedLine={failedLine}
            isLive={isLive}
            isWatched={isWatched}
            errorStart={errorOffset}
            hasErrorHeading={isErrorSeparate}
          />
        )}
      </Section>
    </div>
  );
}

function describeSize({ lines, text }: BuildLines, isTruncated: boolean): string {
  const size = `${formatCount(lines.length, "line")}, ${formatBytes(new Blob([text]).size)}`;
  return isTruncated ? `${size}, truncated` : size;
}

function describeAbsence(build: Build, log: LogSlices): string {
  if (build.status === "QUEUED" && !build.leaseUntil)
    return "The log starts when a worker picks up the build.";
  if (build.finishedAt === null) return "Waiting for output…";
  return log.isComplete ? "No log" : "Loading log…";
}

/**
 * Keeps an element where the reader sees it while the page around it changes, as when a build ends and its failure reason
 * appears above the log. Off-screen it may move, and while the page's title is in view, which stays there with the status.
 */
function useSteadyPosition(isOn: boolean): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!isOn || !element) return;
    let top = element.getBoundingClientRect().top;
    const remember = () => {
      top = element.getBoundingClientRect().top;
    };
    const restore = () => {
      const { top: now, bottom } = element.getBoundingClientRect();
      const isInView = top < window.innerHeight && bottom - now + top > 0;
      const titleBottom = document.querySelector("h1")?.getBoundingClientRect().bottom ?? 0;
      if (now !== top && isInView && titleBottom <= 0)
        window.scrollBy({ top: now - top, behavior: "instant" });
      remember();
    };
    // The page grows or shrinks with what is above the log; a scroll is the reader's own.
    const observer = new ResizeObserver(restore);
    observer.observe(document.body);
    window.addEventListener("scroll", remember, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", remember);
    };
  }, [isOn]);
  return frame;
}
