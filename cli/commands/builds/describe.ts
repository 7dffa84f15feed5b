import { stripVTControlCharacters } from "node:util";
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

const ESC = "\u001b";

/** A sequence that sets the title of a window or the like; its text is for the terminal alone. */
const OF_THE_TERMINAL = new RegExp(`${ESC}\\][^\\x07${ESC}\\n]*(?:\\x07|${ESC}\\\\)?`, "g");

/** The end of an error log, where the reason usually stands, as a terminal would leave it but without colours. */
export function lastLines(errorLog: string): string {
  const text = stripVTControlCharacters(errorLog.replaceAll(OF_THE_TERMINAL, ""));
  const lines = text.trimEnd().split(/\r*\n/).slice(-LAST_LINES);
  return lines.map(lastWriting).join("\n");
}

/** A lone carriage return writes over its line. */
const lastWriting = (line: string): string => line.split("\r").findLast((text) => text !== "") ?? "";
