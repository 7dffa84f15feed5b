import { z } from "zod";
import { MAX_REASON_LENGTH } from "@/shared/bounds.ts";
import { pageFields } from "@/shared/text/fields.ts";
import { multilineText, reference, searchText } from "@/shared/text/text.ts";

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
