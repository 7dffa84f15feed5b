"use client";

import { useCallback, useMemo, useState } from "react";
import { findGroups, groupsAround, type LogGroup, toShownLines } from "./lines/log-groups.ts";
import type { LogLine } from "./lines/parse-log.ts";

export type LogGroups = {
  /** By the line of the header. */
  headers: ReadonlyMap<number, LogGroup>;
  /** Lines that are not folded away. */
  shown: Int32Array;
  isFolded: (group: LogGroup) => boolean;
  toggle: (start: number) => void;
  /** Unfolds the groups that hide a line. */
  reveal: (line: number) => void;
  foldAll: (isFolded: boolean) => void;
};

type Folds = { all: boolean | undefined; byStart: ReadonlyMap<number, boolean> };

/**
 * Folding of a log's groups. Groups begin folded, except those that failed, that contain the failure's line, or that ask to
 * be open; those of a log that is read while it grows begin open, so that nothing moves.
 */
export function useLogGroups(lines: LogLine[], failedLine: number | undefined, isLive: boolean): LogGroups {
  const [folds, setFolds] = useState<Folds>({ all: undefined, byStart: new Map() });
  const groups = useMemo(() => findGroups(lines), [lines]);
  const headers = useMemo(() => new Map(groups.map((group) => [group.start, group])), [groups]);
  const isFolded = useCallback(
    (group: LogGroup): boolean => {
      const chosen = folds.byStart.get(group.start) ?? folds.all;
      if (chosen !== undefined) return chosen;
      const hasFailure = failedLine !== undefined && group.start <= failedLine && failedLine < group.end;
      return !(isLive || group.isOpen || group.isFailed || hasFailure);
    },
    [folds, failedLine, isLive],
  );
  const shown = useMemo(() => toShownLines(lines, groups, isFolded), [lines, groups, isFolded]);

  const toggle = useCallback(
    (start: number) => {
      const group = headers.get(start);
      if (group) setFolds((before) => withFolds(before, [group], !isFolded(group)));
    },
    [headers, isFolded],
  );

  return {
    headers,
    shown,
    isFolded,
    toggle,
    reveal: (line) => {
      const hiding = groupsAround(groups, line).filter(isFolded);
      if (hiding.length > 0) setFolds((before) => withFolds(before, hiding, false));
    },
    foldAll: (isAllFolded) => setFolds({ all: isAllFolded, byStart: new Map() }),
  };
}

const withFolds = ({ all, byStart }: Folds, groups: LogGroup[], isFolded: boolean): Folds => ({
  all,
  byStart: new Map([...byStart, ...groups.map(({ start }) => [start, isFolded] as const)]),
});
