import { z } from "zod";
import { PERMISSIONS } from "@/db/schema/vocabulary.ts";
import { lineOfText, prose, reference, searchText } from "../platform/text.ts";
import { lifetimeSeconds } from "./policy.ts";

/** How long a token lives; gives seconds. */
export const TokenLifetime = z.string().transform((text, issue) => {
  const seconds = lifetimeSeconds(text);
  if (seconds !== null) return seconds;
  issue.addIssue("must be a duration such as 30m, 12h or 90d, at most 365d");
  return z.NEVER;
});

export const CreateToken = z.object({
  name: lineOfText(80),
  permissions: z.array(z.enum(PERMISSIONS)).transform((all) => [...new Set(all)]),
  expires: TokenLifetime,
});
export type CreateToken = z.output<typeof CreateToken>;

export const TokenReference = z.object({ tokenId: reference() });

/** An e-mail address and a password, as somebody typed them. */
export const PasswordSignIn = z.object({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(1_024),
});
export type PasswordSignIn = z.output<typeof PasswordSignIn>;

export const USER_STATES = ["ACTIVE", "DISABLED"] as const;
export type UserState = (typeof USER_STATES)[number];

/** One page of all people, the newest first. */
export const BrowseUsers = z.object({
  search: searchText().default(""),
  state: z.array(z.enum(USER_STATES)).default([]),
  onlySuperAdmins: z.boolean().default(false),
  limit: z.number().int().min(1).max(100).default(25),
  cursor: z.string().optional(),
});
export type BrowseUsers = z.output<typeof BrowseUsers>;

export const UserReference = z.object({ userId: reference() });

/** Why a person may no longer sign in, for those who look at it later. */
export const DisableUser = UserReference.extend({ reason: prose(500) });
export type DisableUser = z.output<typeof DisableUser>;
