import { stripVTControlCharacters } from "node:util";
import type { Build } from "../api/responses.ts";
import { formatBytes, formatDuration } from "../terminal/format.ts";
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

/** Run time of a build, up to now if it is running; empty before its start. */
export function formatBuildDuration({ startedAt, finishedAt }: Build, now: number): string {
  if (!startedAt) return "";
  return formatDuration((finishedAt ? Date.parse(finishedAt) : now) - Date.parse(startedAt));
}

export const formatBuildSize = ({ sizeBytes }: Build): string =>
  sizeBytes === null ? "" : formatBytes(sizeBytes);

const TAIL_LINES = 20;

const ESC = "\u001b";

/** OSC escape sequences, such as a window title, with their text. */
const OSC = new RegExp(`${ESC}\\][^\\x07${ESC}\\n]*(?:\\x07|${ESC}\\\\)?`, "g");

/** Last lines of an error log, without escape sequences and without what a carriage return overwrites. */
export function formatLogTail(errorLog: string): string {
  const text = stripVTControlCharacters(errorLog.replaceAll(OSC, ""));
  const lines = text.trimEnd().split("\n").slice(-TAIL_LINES);
  return lines.map((line) => line.split("\r").findLast((part) => part !== "") ?? "").join("\n");
}
