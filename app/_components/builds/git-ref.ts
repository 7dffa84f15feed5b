import { isFullCommit } from "@/server/build-lists/policy.ts";

/** Characters of a commit's SHA where it is shown in short. */
export const SHORT_COMMIT_LENGTH = 7;

/** Git ref for lists: the full SHA of a commit in short, a branch or tag as it is. */
export const shortenRef = (ref: string): string =>
  isFullCommit(ref) ? ref.slice(0, SHORT_COMMIT_LENGTH) : ref;
