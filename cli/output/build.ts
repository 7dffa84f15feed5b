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
  renderTerminalText(errorLog).trimEnd().split("\n").slice(-TAIL_LINES).join("\n");
