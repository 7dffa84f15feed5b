"use client";

import { type CSSProperties, useCallback, useMemo, useRef } from "react";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";
import { measureGroup } from "./lines/log-groups.ts";
import { measureWidestLine, ROW_HEIGHT_PX } from "./lines/log-rows.ts";
import type { LogLine } from "./lines/parse-log.ts";
import { LogRow, type RowGroup } from "./log-row.tsx";
import { LogToolbar } from "./log-toolbar.tsx";
import classes from "./log-viewer.module.css";
import { matchesOfLine } from "./search/find-matches.ts";
import { useLogSearch } from "./search/use-log-search.ts";
import { type LogNames, toHash, useLineRange } from "./use-line-range.ts";
import { useLocalSetting } from "./use-local-setting.ts";
import { useLogGroups } from "./use-log-groups.ts";
import { useLogPosition } from "./use-log-position.ts";
import { PROBE_CELLS, useLogWindow } from "./use-log-window.ts";

type LogViewerProps = {
  lines: LogLine[];
  /** Names the region: "Log of build 128". */
  label: string;
  /** Name of the downloaded file: "field-notes-128.log.txt". */
  fileName: string;
  names: LogNames;
  /** Index of the line with the reason of the failure, at which the log opens. */
  failedLine: number | undefined;
  /** The log still grows: a reader at its end is kept at its end. */
  isLive: boolean;
  /** The log grew when it was opened: nothing folds, and the end of the build moves nothing. */
  isWatched: boolean;
  /** Index of the first line of the error log, if that is shown; it has a heading if it does not continue what is before. */
  errorStart: number | undefined;
  hasErrorHeading: boolean;
};

/** Log viewer for logs of any length: virtual scrolling, groups, search, links, times, line wrap, download, colors. */
export function LogViewer(props: LogViewerProps) {
  const { lines, label, fileName, names, failedLine, isLive, isWatched, errorStart, hasErrorHeading } = props;
  const [isWrapped, toggleWrap] = useLocalSetting("drydock-log-wrap");
  const [isFullHeight, toggleFullHeight] = useLocalSetting("drydock-log-full-height");
  const [wantsTimes, toggleTimes] = useLocalSetting("drydock-log-times");
  const hasTimes = useMemo(() => lines.some(({ seconds }) => seconds !== undefined), [lines]);
  const hasTime = hasTimes && wantsTimes;
  const [range, choose] = useLineRange(names);
  const groups = useLogGroups(lines, failedLine, isWatched);
  const { headers, shown, isFolded, toggle } = groups;
  const view = useLogWindow({ lines, shown, headers, isWrapped });
  const { showLine, isPlaced } = useLogPosition({
    view,
    lineCount: lines.length,
    isFollowing: isLive && range === undefined,
    openAt: isWatched || range ? undefined : failedLine,
    // A linked line may not be loaded yet.
    linked: range && range.from <= lines.length ? range.from - 1 : undefined,
    offset: errorStart,
    reveal: groups.reveal,
  });
  const search = useLogSearch(lines, showLine);
  const searchField = useRef<HTMLInputElement>(null);

  const pick = useCallback(
    (line: number, isRange: boolean) => {
      const start = isRange && range ? range.from : line;
      choose({ from: Math.min(start, line), to: Math.max(start, line) });
    },
    [range, choose],
  );

  function showReason() {
    if (failedLine === undefined) return;
    showLine(failedLine);
    choose({ from: failedLine + 1, to: failedLine + 1 });
  }

  const isSomeFolded = [...headers.values()].some(isFolded);
  const foldAll = () => groups.foldAll(!isSomeFolded);
  useShortcuts("Log", [
    { keys: "/", label: "Search", run: () => searchField.current?.focus() },
    { keys: "e", label: "Jump to failure reason", run: showReason },
    { keys: "w", label: "Wrap lines", run: toggleWrap },
    { keys: "h", label: "Full height", run: toggleFullHeight },
    ...(hasTimes ? [{ keys: "t", label: "Show times", run: toggleTimes }] : []),
    ...(headers.size > 0 ? [{ keys: "z", label: "Collapse or expand all groups", run: foldAll }] : []),
  ]);

  function toRowGroup(start: number): RowGroup | undefined {
    const group = headers.get(start);
    if (!group) return undefined;
    const hasFailure = failedLine !== undefined && start <= failedLine && failedLine < group.end;
    return {
      titleAt: group.titleAt,
      isFolded: isFolded(group),
      isFailed: group.isFailed || hasFailure,
      seconds: measureGroup(lines, group),
    };
  }

  const chosen =
    range ?? (failedLine === undefined ? undefined : { from: failedLine + 1, to: failedLine + 1 });
  return (
    <div
      className={classes.viewer}
      style={sizes(
        lines.length,
        useMemo(() => measureWidestLine(lines), [lines]),
      )}
      data-times={hasTime || undefined}
      data-full-height={isFullHeight || undefined}
    >
      <LogToolbar
        search={search}
        searchField={searchField}
        text={() => toText(lines)}
        fileName={fileName}
        wrap={{ isOn: isWrapped, toggle: toggleWrap }}
        times={hasTimes ? { isOn: wantsTimes, toggle: toggleTimes } : undefined}
        fullHeight={{ isOn: isFullHeight, toggle: toggleFullHeight }}
        folding={headers.size > 0 ? { isOn: isSomeFolded, toggle: foldAll } : undefined}
        onReason={failedLine === undefined ? undefined : showReason}
      />
      <section
        ref={view.scroller}
        className={classes.scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={view.onScroll}
      >
        <div
          className={classes.lines}
          data-wrapped={isWrapped || undefined}
          data-placed={isPlaced || undefined}
        >
          <div className={classes.probe} aria-hidden="true">
            <span ref={view.probe}>{"0".repeat(PROBE_CELLS)}</span>
          </div>
          <div style={{ height: view.topPx }} />
          {[...shown.subarray(view.first, view.end)].map((index) => {
            const line = lines[index];
            const number = index + 1;
            return (
              line && (
                <LogRow
                  key={number}
                  line={line}
                  number={number}
                  hash={toHash(names.name, { from: number, to: number })}
                  matches={matchesOfLine(search.matches, index)}
                  isChosen={chosen !== undefined && number >= chosen.from && number <= chosen.to}
                  isCurrentMatch={search.currentLine === index}
                  hasTime={hasTime}
                  heading={hasErrorHeading && index === errorStart ? "Error log" : undefined}
                  group={toRowGroup(index)}
                  onPick={pick}
                  onToggle={toggle}
                />
              )
            );
          })}
          <div style={{ height: view.bottomPx }} />
        </div>
      </section>
    </div>
  );
}

const toText = (lines: readonly LogLine[]): string =>
  lines.flatMap(({ text, isRedraw }) => (isRedraw ? [] : [text])).join("\n");

/** Digits of the longest log, so that the text does not move while more lines are loaded. */
const MIN_NUMBER_CELLS = 5;

function sizes(lineCount: number, widest: number): CSSProperties {
  return {
    "--row-height": `${ROW_HEIGHT_PX}px`,
    "--number-cells": Math.max(MIN_NUMBER_CELLS, String(lineCount).length),
    "--widest": widest,
  } as CSSProperties;
}
