/** Slice of a build's log that its page is rendered with: some 500 lines, more than a window shows. */
export const FIRST_LOG_BYTES = 32_768;
