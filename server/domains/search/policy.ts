import { MAX_BUILD_NUMBER } from "@/shared/bounds.ts";

/** Results of each kind. */
export const MAX_RESULTS = 6;

export function readBuildNumber(words: readonly string[]) {
  const digits = /^#?(\d{1,10})$/.exec(words.at(-1) ?? "")?.[1];
  const number = Number(digits);
  if (digits === undefined || number < 1 || number > MAX_BUILD_NUMBER) return null;
  return { appWords: words.slice(0, -1), number };
}
