const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;

let clock: Intl.DateTimeFormat | undefined;

/** Time of the day in the reader's zone: "09:41:07". */
export function formatClock(seconds: number): string {
  clock ??= new Intl.DateTimeFormat("en-US", CLOCK);
  return clock.format(seconds * 1_000);
}
