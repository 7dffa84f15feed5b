import { AppError, type FieldProblem } from "../platform/errors.ts";

/** What stands as the path of a finding that concerns the archive as a whole. */
export const WHOLE_ARCHIVE = "archive";

const MAX_FINDINGS = 100;
/** A path is shown, and it comes from a stranger: control characters are not shown, nor is more than a screen holds. */
const MAX_PATH_LENGTH = 300;

/** What is wrong with an archive, each finding once and no more than a reader can use. */
export interface Findings {
  add: (path: string, message: string) => void;
  /** As `add`; what comes after it in the archive cannot be judged any more. */
  giveUp: (path: string, message: string) => void;
  hasGivenUp: () => boolean;
  /** @throws AppError `ARCHIVE_REJECTED` if there are any */
  refuse: () => void;
}

export function createFindings(): Findings {
  const problems = new Map<string, FieldProblem>();
  let further = 0;
  let isOver = false;
  const add = (given: string, message: string) => {
    const path = given.replace(/\p{Cc}/gu, "\uFFFD").slice(0, MAX_PATH_LENGTH);
    const key = `${path}\n${message}`;
    if (problems.has(key)) return;
    if (problems.size < MAX_FINDINGS) problems.set(key, { path, message });
    else further += 1;
  };
  return {
    add,
    giveUp: (path, message) => {
      if (isOver) return;
      isOver = true;
      add(path, message);
    },
    hasGivenUp: () => isOver,
    refuse: () => {
      const all = [...problems.values()];
      if (further > 0) all.push({ path: WHOLE_ARCHIVE, message: `has ${further} more findings` });
      const [first] = all;
      if (!first) return;
      const others = all.length > 1 ? ` (and ${all.length - 1} more, see errors)` : "";
      throw new AppError("ARCHIVE_REJECTED", `${first.path}: ${first.message}${others}.`, { problems: all });
    },
  };
}
