import { isGroupEnd } from "@/shared/build-log/rank-lines.ts";
import { renderTerminalText } from "@/shared/build-log/terminal.ts";
import { formatBytes, formatDuration } from "@/shared/text/format.ts";
import type { Build } from "../api/responses.ts";
import type { Style } from "../terminal/style.ts";

const STATUS_COLORS: Record<Build["status"], keyof Style> = {
  QUEUED: "dim",
  IN_PROGRESS: "yellow",
  COMPLETED: "green",
  FAILED: "red",
};

export function formatBuildStatus({ status, stalled }: Build, style: Style): string {
  const text = style[STATUS_COLORS[status]](status);
  return stalled ? `${text} ${style.yellow("stalled")}` : text;
}

/** Run time of a build, so far if it is running; empty before its start. */
export function formatBuildDuration({ startedAt, finishedAt }: Build, now: number): string {
  if (!startedAt) return "";
  return formatDuration((finishedAt ? Date.parse(finishedAt) : now) - Date.parse(startedAt));
}

export const formatBuildSize = ({ sizeBytes }: Build): string =>
  sizeBytes === null ? "" : formatBytes(sizeBytes);

const TAIL_LINES = 20;

/** Last lines of an error log, as a terminal shows them. */
export const formatLogTail = (errorLog: string): string =>
  formatLog(errorLog.trimEnd()).slice(-TAIL_LINES).join("\n").trimEnd();

/** Lines of a log, as a terminal shows them, without the marks that end groups. */
export const formatLog = (log: string): string[] =>
  renderTerminalText(log)
    .split("\n")
    .filter((line) => !isGroupEnd(line));
