import { formatDuration, formatPercent } from "../../_ui/format";

const NONE = "–";

/** The share of ended builds that completed, of 1; null where none has ended. */
export function shareCompleted({ completed, failed }: { completed: number; failed: number }): number | null {
  return completed + failed === 0 ? null : completed / (completed + failed);
}

export function toPercent(count: { completed: number; failed: number }): string {
  const share = shareCompleted(count);
  return share === null ? NONE : formatPercent(share);
}

export const toDuration = (seconds: number | null): string =>
  seconds === null ? NONE : seconds === 0 ? "under 1\u00a0s" : formatDuration(seconds * 1000);
