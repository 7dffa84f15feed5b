import { z } from "zod";
import { PLATFORMS } from "@/shared/vocabulary.ts";

/** Warning about a variable. `NOT_MASKED`: its value is too short to be masked in the output of builds. */
export const VariableWarning = z.object({ code: z.enum(["NOT_MASKED"]), message: z.string() });
export type VariableWarning = z.output<typeof VariableWarning>;

/** Variable of an app. The value of a secret is never shown. */
export const VariableView = z.object({
  name: z.string(),
  isSecret: z.boolean(),
  /** Empty for all platforms. */
  platforms: z.array(z.enum(PLATFORMS)),
  value: z.string().nullable(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
  warnings: z.array(VariableWarning),
});
export type VariableView = z.output<typeof VariableView>;

export const VariableList = z.object({ variables: z.array(VariableView) });

/** Variable as a worker gets it with a claimed build. */
export const JobVariable = z.object({ name: z.string(), value: z.string(), isSecret: z.boolean() });
export type JobVariable = z.output<typeof JobVariable>;
