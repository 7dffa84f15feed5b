import { isFullCommit } from "@/server/domains/builds/lists/policy.ts";
import { SHORT_COMMIT_LENGTH } from "@/shared/bounds.ts";

/** Git ref for lists: the full SHA of a commit in short, a branch or tag as it is. */
export const shortenRef = (ref: string): string =>
  isFullCommit(ref) ? ref.slice(0, SHORT_COMMIT_LENGTH) : ref;

interface Source {
  gitRef: string | null;
  gitCommit: string | null;
  commitMessage: string | null;
}

/** Source of a build in one line: git ref, commit and the first line of its message; empty if unknown. */
export function describeSource({ gitRef, gitCommit, commitMessage }: Source): string {
  const commit = gitCommit?.slice(0, SHORT_COMMIT_LENGTH);
  const ref = gitRef === null ? null : shortenRef(gitRef);
  const [subject] = commitMessage?.trim().split("\n") ?? [];
  return [...new Set([ref, commit, subject])].filter(Boolean).join(" · ");
}
