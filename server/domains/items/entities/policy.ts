/** Periods of download statistics, in days. */
export const DOWNLOAD_PERIODS = [30, 90] as const;
export type DownloadPeriod = (typeof DOWNLOAD_PERIODS)[number];
