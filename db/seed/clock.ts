import type { Random } from "./random.ts";

/** The instant so many days before another. */
export const daysBefore = (at: Date, days: number): Date => secondsAfter(at, -days * 86_400);

/** The same, up to nine hours earlier still: people and providers do not all act at the same time of day. */
export const roughlyDaysBefore = (at: Date, days: number, random: Random): Date =>
  secondsAfter(daysBefore(at, days), -9 * 3_600 * random.unit());

export const hoursAfter = (at: Date, hours: number): Date => secondsAfter(at, hours * 3_600);

export const minutesAfter = (at: Date, minutes: number): Date => secondsAfter(at, minutes * 60);

/** To the millisecond, as JavaScript keeps instants. */
export const secondsAfter = (at: Date, seconds: number): Date =>
  new Date(at.getTime() + Math.round(seconds * 1_000));
