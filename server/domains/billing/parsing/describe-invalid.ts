import type { z } from "zod";

/** Reason for which a provider's object cannot be read: "The object has no amount." or "The object’s amount is not valid." */
export function describeInvalid(noun: string, { issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join(".") ?? "";
  if (!issue || path === "") return `The ${noun} cannot be read.`;
  if (issue.code === "custom") return `The ${noun}’s ${path} is not valid: ${issue.message}.`;
  return isAbsent(issue) ? `The ${noun} has no ${path}.` : `The ${noun}’s ${path} is not valid.`;
}

/** zod tells an absent value only in its message. */
const isAbsent = ({ message }: z.core.$ZodIssue): boolean => /received (?:undefined|null)$/.test(message);
