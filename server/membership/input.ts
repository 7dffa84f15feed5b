import { z } from "zod";
import { TENANT_ROLES } from "@/db/schema/vocabulary.ts";
import { reference } from "../text.ts";

const Role = z.enum(TENANT_ROLES, { error: `must be one of ${TENANT_ROLES.join(", ")}` });

export const ChangeRole = z.object({ userId: reference(), role: Role });
export type ChangeRole = z.output<typeof ChangeRole>;

export const MemberReference = z.object({ userId: reference() });

/** How many days an invitation may wait. */
export const INVITATION_DAYS = [1, 7, 30] as const;

export const CreateInvitation = z.object({
  role: Role,
  days: z.literal(INVITATION_DAYS, { error: `must be one of ${INVITATION_DAYS.join(", ")}` }),
});
export type CreateInvitation = z.output<typeof CreateInvitation>;

export const InvitationReference = z.object({ invitationId: reference() });
