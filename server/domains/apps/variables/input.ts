import { z } from "zod";
import { formatSizeLimit } from "@/shared/text/format.ts";
import { oneOf } from "@/shared/text/text.ts";
import { findNameProblem, MAX_VALUE_BYTES, VARIABLE_NAME } from "@/shared/variables.ts";
import { PLATFORMS } from "@/shared/vocabulary.ts";
import { AppKey } from "../input.ts";

export const VariableName = z.string({ error: "is required" }).superRefine((name, { addIssue }) => {
  const message = findNameProblem(name);
  if (message) addIssue({ code: "custom", message });
});

/** Value of a variable, taken exactly as sent. No environment can hold NUL. */
const Value = z
  .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
  .refine((text) => text.isWellFormed(), { message: "must be valid Unicode" })
  .refine((text) => !text.includes("\0"), { message: "must not contain NUL" })
  .refine((text) => Buffer.byteLength(text) <= MAX_VALUE_BYTES, {
    message: `must be at most ${formatSizeLimit(MAX_VALUE_BYTES)}`,
  });

/**
 * Variable without its name, as `PUT` sets it. What it does not name stays as it is; a new variable is a secret, for all
 * platforms.
 */
export const VariableContent = z.object({
  value: Value,
  isSecret: z.boolean({ error: "must be true or false" }).optional(),
  platforms: z
    .array(oneOf(PLATFORMS), {
      error: "must be a list of platforms",
    })
    .transform((chosen) => PLATFORMS.filter((platform) => chosen.includes(platform)))
    .optional(),
});
export type VariableContent = z.output<typeof VariableContent>;

/** Name that a stored variable may have: it may be older than the rule that reserves it. */
export const StoredName = z.string({ error: "is required" }).regex(VARIABLE_NAME);

export const VariableKey = AppKey.extend({ name: StoredName });
export type VariableKey = z.output<typeof VariableKey>;

export const SetVariable = VariableContent.extend({ ...AppKey.shape, name: VariableName });
export type SetVariable = z.output<typeof SetVariable>;
