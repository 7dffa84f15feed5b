export const MIN_REPORT_LENGTH = 10;
export const MAX_REPORT_LENGTH = 2_000;
