import { z } from "zod";
import { MAX_CORE_DIGITS, SEMVER_GRAMMAR } from "@/db/version-key.ts";

const LONGEST_VERSION = 128;

/** A semantic version, taken exactly as sent. */
export const Version = z
  .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
  .superRefine((text, issue) => {
    const message = brokenRule(text);
    if (message) issue.addIssue({ code: "custom", message });
  });

function brokenRule(text: string): string | null {
  if (text.length > LONGEST_VERSION) return `must be up to ${LONGEST_VERSION} characters long`;
  const core = SEMVER_GRAMMAR.exec(text)?.slice(1, 4);
  if (!core) return "must be a semantic version such as 1.4.0 or 2.0.0-beta.1 (semver.org)";
  const isTooLong = core.some((part) => part.length > MAX_CORE_DIGITS);
  return isTooLong ? `must have numbers of up to ${MAX_CORE_DIGITS} digits` : null;
}
