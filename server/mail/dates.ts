const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** "December 1, 2026". Mails are in UTC, since they do not know the reader's time zone. */
export const formatDay = (date: Date): string => DAY.format(date);

/** "December 1, 2026, 14:30 UTC". */
export const formatMinute = (date: Date): string =>
  `${formatDay(date)}, ${date.toISOString().slice(11, 16)} UTC`;
