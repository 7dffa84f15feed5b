const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** "December 1, 2026". Mails use UTC, since the reader's time zone is unknown. */
export const formatDay = (date: Date): string => DAY.format(date);

/** "December 1, 2026, 14:30 UTC". */
export const formatMinute = (date: Date): string =>
  `${formatDay(date)}, ${date.toISOString().slice(11, 16)} UTC`;
