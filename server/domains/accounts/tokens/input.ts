import { z } from "zod";
import { pageFields } from "@/shared/text/fields.ts";
import { reference, singleLineText } from "@/shared/text/text.ts";
import { PERMISSIONS } from "@/shared/vocabulary.ts";
import { parseLifetimeSeconds } from "./policy.ts";

/** Lifetime of a token, parsed to seconds. */
export const TokenLifetime = z.string().transform((text, issue) => {
  const seconds = parseLifetimeSeconds(text);
  if (seconds !== null) return seconds;
  issue.addIssue("must be a duration such as 30m, 12h or 90d, at most 365d");
  return z.NEVER;
});

export const CreateToken = z.object({
  name: singleLineText(80),
  permissions: z.array(z.enum(PERMISSIONS)).transform((all) => [...new Set(all)]),
  expires: TokenLifetime,
});
export type CreateToken = z.output<typeof CreateToken>;

export const ListTokens = z.object(pageFields(50));
export type ListTokens = z.output<typeof ListTokens>;

export const TokenReference = z.object({ tokenId: reference() });
