import { z } from "zod";
import { EmailAddress, NewAccount, PersonName } from "@/server/core/account-fields.ts";
import { pageFields } from "@/shared/text/fields.ts";
import { plainText, reference } from "@/shared/text/text.ts";
import { TENANT_ROLES } from "@/shared/vocabulary.ts";
import { INVITATION_DAYS } from "./policy.ts";

const Role = z.enum(TENANT_ROLES, { error: `must be one of ${TENANT_ROLES.join(", ")}` });

export const ListMembers = z.object(pageFields(50));
export type ListMembers = z.output<typeof ListMembers>;

export const ChangeRole = z.object({ userId: reference(), role: Role });
export type ChangeRole = z.output<typeof ChangeRole>;

export const MemberReference = z.object({ userId: reference() });

export const CreateInvitation = z.object({
  /** Whom it is for. */
  name: PersonName,
  /** The only address that can accept it. */
  email: EmailAddress,
  role: Role,
  days: z.literal(INVITATION_DAYS, { error: `must be one of ${INVITATION_DAYS.join(", ")}` }),
});
export type CreateInvitation = z.output<typeof CreateInvitation>;

export const ListInvitations = z.object(pageFields(25));
export type ListInvitations = z.output<typeof ListInvitations>;

export const InvitationReference = z.object({ invitationId: reference() });

/** Memberships of a tenant or of a user. */
export const ListMemberships = z
  .object({
    tenantId: reference().optional(),
    userId: reference().optional(),
    ...pageFields(50),
  })
  .refine(({ tenantId, userId }) => (tenantId === undefined) !== (userId === undefined), {
    path: ["tenantId"],
    message: "set either tenantId or userId",
  });
export type ListMemberships = z.output<typeof ListMemberships>;

export const EndMembership = z.object({ tenantId: reference(), userId: reference() });
export type EndMembership = z.output<typeof EndMembership>;

export const AdminChangeRole = EndMembership.extend({ role: Role });
export type AdminChangeRole = z.output<typeof AdminChangeRole>;

/** Secret of an invitation link. */
export const InvitationSecret = z.object({ secret: plainText(128) });

/** New account that joins a tenant by an invitation. */
export const JoinAsNewUser = NewAccount.safeExtend(InvitationSecret.shape);
export type JoinAsNewUser = z.output<typeof JoinAsNewUser>;
