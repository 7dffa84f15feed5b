type Wait = { p50: number; p90: number };

const NBSP = "\u00a0";
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a decision is due, judged by how long nine of ten take. */
export function describeDue(submittedAt: number, wait: Wait | null, now: number): string {
  if (!wait) return "A decision usually comes within a few days.";
  const left = wait.p90 - (now - submittedAt) / 1000;
  if (left <= 0) return "This one takes longer than nine of ten do; it has not been forgotten.";
  return `Due in ${describeWait(left)} at the latest, if it goes as it does for nine of ten.`;
}

export function describeUsualWait(wait: Wait | null): string {
  if (!wait) return "Too few have been decided yet to say how long it takes.";
  return `Half of all submissions are decided within ${describeWait(wait.p50)}, nine of ten within ${describeWait(wait.p90)}.`;
}

/** One unit and a whole number of it: nobody waits to the second. */
function describeWait(seconds: number): string {
  if (seconds < 1.5 * HOUR) return `${Math.max(1, Math.round(seconds / MINUTE))}${NBSP}min`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)}${NBSP}h`;
  return `${Math.round(seconds / DAY)}${NBSP}d`;
}
