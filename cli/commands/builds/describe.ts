import type { Build, BuildStatus } from "../../api/views.ts";
import { formatBytes, formatDuration } from "../../terminal/format.ts";
import type { Style } from "../../terminal/style.ts";

const COLOUR_OF: Record<BuildStatus, keyof Style> = {
  QUEUED: "dim",
  IN_PROGRESS: "yellow",
  COMPLETED: "green",
  FAILED: "red",
};

export function paintStatus({ status, stalled }: Build, style: Style): string {
  const text = style[COLOUR_OF[status]](status);
  return stalled ? `${text} ${style.yellow("stalled")}` : text;
}

/** How long it ran, or runs so far; nothing before it began. */
export function durationOf({ startedAt, finishedAt }: Build, now: number): string {
  if (!startedAt) return "";
  return formatDuration((finishedAt ? Date.parse(finishedAt) : now) - Date.parse(startedAt));
}

export const sizeOf = ({ sizeBytes }: Build): string => (sizeBytes === null ? "" : formatBytes(sizeBytes));

const LAST_LINES = 20;

/** The end of an error log, where the reason usually stands. */
export function lastLines(errorLog: string): string {
  const lines = errorLog.trimEnd().split(/\r?\n/);
  return lines.slice(-LAST_LINES).join("\n");
}
