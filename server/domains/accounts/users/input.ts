import { z } from "zod";
import { MAX_NAME_LENGTH, MAX_REASON_LENGTH } from "@/shared/bounds.ts";
import { pageFields } from "@/shared/text/fields.ts";
import { multilineText, reference, searchText, singleLineText } from "@/shared/text/text.ts";
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
  name: singleLineText(MAX_NAME_LENGTH),
  permissions: z.array(z.enum(PERMISSIONS)).transform((all) => [...new Set(all)]),
  expires: TokenLifetime,
});
export type CreateToken = z.output<typeof CreateToken>;

export const ListTokens = z.object(pageFields(50));
export type ListTokens = z.output<typeof ListTokens>;

export const TokenReference = z.object({ tokenId: reference() });

export const USER_STATES = ["ACTIVE", "DISABLED"] as const;
export type UserState = (typeof USER_STATES)[number];

export const ListUsers = z.object({
  search: searchText().default(""),
  state: z.array(z.enum(USER_STATES)).default([]),
  onlySuperAdmins: z.boolean().default(false),
  ...pageFields(25),
});
export type ListUsers = z.output<typeof ListUsers>;

export const UserReference = z.object({ userId: reference() });

export const DisableUser = UserReference.extend({ reason: multilineText(MAX_REASON_LENGTH) });
export type DisableUser = z.output<typeof DisableUser>;
