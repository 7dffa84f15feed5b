import { AppError, type FieldProblem } from "@/shared/errors.ts";
import { firstCharacters } from "@/shared/text/truncate.ts";

/** Path of a finding about the archive as a whole. */
export const WHOLE_ARCHIVE = "archive";

const MAX_FINDINGS = 100;
/** Paths are untrusted: they are cut to this length, without control characters. */
const MAX_PATH_LENGTH = 300;

/** Collector of validation errors of an archive: deduplicated, up to `MAX_FINDINGS`. */
export interface Findings {
  add: (path: string, message: string) => void;
  /** Adds a finding after which the rest of the archive cannot be validated. */
  abort: (path: string, message: string) => void;
  isAborted: () => boolean;
  /** @throws AppError `ARCHIVE_REJECTED` if there are any */
  throwIfAny: () => void;
}

export function createFindings(): Findings {
  const problems = new Map<string, FieldProblem>();
  let further = 0;
  let isOver = false;
  const add = (given: string, message: string) => {
    const path = firstCharacters(given, MAX_PATH_LENGTH).replace(/\p{Cc}/gu, "\uFFFD");
    const key = `${path}\n${message}`;
    if (problems.has(key)) return;
    if (problems.size < MAX_FINDINGS) problems.set(key, { path, message });
    else further += 1;
  };
  return {
    add,
    abort: (path, message) => {
      if (isOver) return;
      isOver = true;
      add(path, message);
    },
    isAborted: () => isOver,
    throwIfAny: () => {
      const all = [...problems.values()];
      if (further > 0) all.push({ path: WHOLE_ARCHIVE, message: `has ${further} more findings` });
      const [first] = all;
      if (!first) return;
      const others = all.length > 1 ? ` (and ${all.length - 1} more, see errors)` : "";
      throw new AppError("ARCHIVE_REJECTED", `${first.path}: ${first.message}${others}.`, { problems: all });
    },
  };
}
