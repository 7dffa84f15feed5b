import { z } from "zod";
import { LISTING_TYPES } from "@/db/schema/vocabulary.ts";
import { prose, reference } from "../text.ts";

/** Why a listing is rejected. `help` tells the publisher how to fix it. */
export const REJECTION_REASONS = {
  BROKEN: {
    label: "Does not work",
    help: "Install the archive on a clean app, fix what fails there, and submit a new version.",
  },
  SECURITY_RISK: {
    label: "Puts users at risk",
    help: "Remove the code that the comment names, or explain in the description why it is safe and needed.",
  },
  EXCESSIVE_PERMISSIONS: {
    label: "Asks for more permissions than it needs",
    help: "Remove each permission that the described features do not use, and say what the others are for.",
  },
  SECRETS_IN_ARCHIVE: {
    label: "Contains secrets",
    help: "Revoke the leaked keys first, then remove them from the archive and read them from configuration.",
  },
  UNREADABLE_CODE: {
    label: "Code cannot be reviewed",
    help: "Ship readable sources beside minified or compiled files, or say how they are built.",
  },
  MISLEADING: {
    label: "Name or description misleads",
    help: "Say what the item does and nothing that it does not do, then submit a new version.",
  },
  IMPERSONATION: {
    label: "Looks like somebody else's item",
    help: "Choose a name, slug and images that cannot be confused with the item that the comment names.",
  },
  INCOMPLETE: {
    label: "Incomplete",
    help: "Add what the comment names: a description, changelog, previews or the missing feature.",
  },
  ACCESSIBILITY: {
    label: "Not accessible",
    help: "Raise the contrast to WCAG AA and give images alternative texts.",
  },
  LICENSE: {
    label: "Licence problem",
    help: "Name a licence that permits publication and include the notices of the code you use.",
  },
  POLICY: {
    label: "Against marketplace policy",
    help: "Remove what the comment names; if you think it is within policy, reply with the reason.",
  },
} as const;
export type RejectionReason = keyof typeof REJECTION_REASONS;

const REASONS = Object.keys(REJECTION_REASONS) as [RejectionReason, ...RejectionReason[]];

/** A Super Admin's decision on a pending listing. A rejection says why, twice: as a typed reason and in words. */
export const DecideListing = z.discriminatedUnion("action", [
  z.object({ listingId: reference(), action: z.literal("approve"), comment: prose(2_000, 0).optional() }),
  z.object({
    listingId: reference(),
    action: z.literal("reject"),
    reason: z.enum(REASONS, { error: "choose a reason" }),
    comment: prose(2_000),
  }),
]);
export type DecideListing = z.output<typeof DecideListing>;

/** One page of the moderation queue, oldest first. */
export const ListQueue = z.object({
  type: z.array(z.enum(LISTING_TYPES)).default([]),
  limit: z.number().int().min(1).max(100).default(25),
  cursor: z.string().optional(),
});
export type ListQueue = z.output<typeof ListQueue>;
