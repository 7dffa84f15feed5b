"use client";

import { useMemo, useRef } from "react";
import { createLogParser, type LogLine, parseLog } from "@/app/_components/log/lines/parse-log.ts";
import { placeErrorLog } from "@/server/domains/builds/logs/policy.ts";
import type { LogSlices } from "./use-log-slices";

/** Log of a build with its error log, as lines with one numbering. */
export interface BuildLines {
  lines: LogLine[];
  text: string;
  /** Lines before the error log; undefined while it is not part of the lines. */
  errorOffset: number | undefined;
  isErrorSeparate: boolean;
  /** Only the error log is known so far, or there is no other. */
  isErrorAlone: boolean;
}

/**
 * Lines of a build's log. Until the build log is loaded, the error log stands alone, unless a reader has watched the build
 * log grow: it joins the lines when the build log is complete.
 */
export function useBuildLines(log: LogSlices, errorLog: string | null, isWatched: boolean): BuildLines {
  const build = useParsedSlices(log.slices);
  const isAlone = errorLog !== null && (build.text === "" || !(log.isComplete || isWatched));
  const isJoined = errorLog !== null && !isAlone && log.isComplete;
  return useMemo(() => {
    if (errorLog === null || !(isAlone || isJoined)) {
      return { ...build, errorOffset: undefined, isErrorSeparate: false, isErrorAlone: false };
    }
    const place = placeErrorLog(isAlone ? "" : build.text, errorLog);
    const base = isAlone ? NOTHING : build;
    return {
      lines: place.rest === "" ? base.lines : appendText(base, place.rest),
      text: base.text + place.rest,
      errorOffset: place.offset,
      isErrorSeparate: place.isSeparate,
      isErrorAlone: isAlone,
    };
  }, [build, errorLog, isAlone, isJoined]);
}

type Parsed = { lines: LogLine[]; text: string };

const NOTHING: Parsed = { lines: [], text: "" };

/** Lines with a text after them, which may continue the last one. */
function appendText({ lines, text }: Parsed, rest: string): LogLine[] {
  const start = text.lastIndexOf("\n") + 1;
  const isContinued = start < text.length;
  const ended = isContinued ? lines.slice(0, -1) : lines;
  const [first, ...others] = parseLog(text.slice(start) + rest);
  return first
    ? [...ended, { ...first, seconds: isContinued ? lines.at(-1)?.seconds : undefined }, ...others]
    : ended;
}

/** Lines of slices that are only ever added. */
function useParsedSlices(slices: LogSlices["slices"]): Parsed {
  const parser = useRef({ ...createLogParser(), count: 0 });
  const parsed = useRef<Parsed>({ ...NOTHING });
  const fresh = slices.slice(parser.current.count);
  if (fresh.length > 0) {
    let { lines, text } = parsed.current;
    for (const slice of fresh) {
      lines = parser.current.append(slice.text, slice.arrivals);
      text += slice.text;
    }
    parser.current.count = slices.length;
    parsed.current = { lines, text };
  }
  return parsed.current;
}
