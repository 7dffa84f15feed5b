import { z } from "zod";

/** The query of routes that can say what they would do: `?dryRun=true`. */
export const DryRunQuery = z.object({
  dryRun: z.enum(["true", "false"], { error: "must be true or false" }).default("false"),
});
