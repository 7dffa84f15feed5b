import { MAX_BUILD_NUMBER } from "@/shared/bounds.ts";

/** Results of each kind. */
export const MAX_RESULTS = 6;

/** Build that a search names: a number ("#12", "12"), after words of its app ("field notes 12"). */
export interface NumberedBuild {
  appWords: string[];
  number: number;
}

export function readBuildNumber(words: readonly string[]): NumberedBuild | null {
  const digits = /^#?(\d{1,10})$/.exec(words.at(-1) ?? "")?.[1];
  const number = Number(digits);
  if (digits === undefined || number < 1 || number > MAX_BUILD_NUMBER) return null;
  return { appWords: words.slice(0, -1), number };
}
