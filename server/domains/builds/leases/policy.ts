/** Retry that the platform queued. It is not retried itself: a build that loses two workers may lose any number. */
export const isAutomaticRetry = (build: { retryOf: string | null; createdBy: string | null }): boolean =>
  build.retryOf !== null && build.createdBy === null;
