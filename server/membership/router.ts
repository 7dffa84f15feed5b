import { router, tenantProcedure } from "../http/trpc/procedures.ts";
import { TenantName } from "../tenants/input.ts";
import { renameTenant } from "../tenants/service.ts";
import { ChangeRole, CreateInvitation, InvitationReference, MemberReference } from "./input.ts";
import { createInvitation, listInvitations, revokeInvitation } from "./invitations.ts";
import { changeRole, listMembers, removeMember } from "./members.ts";

export const membershipRouter = router({
  members: tenantProcedure.query(({ ctx }) => listMembers(ctx)),
  changeRole: tenantProcedure.input(ChangeRole).mutation(({ ctx, input }) => changeRole(ctx, input)),
  removeMember: tenantProcedure
    .input(MemberReference)
    .mutation(({ ctx, input }) => removeMember(ctx, input.userId)),
  invitations: tenantProcedure.query(({ ctx }) => listInvitations(ctx)),
  invite: tenantProcedure.input(CreateInvitation).mutation(({ ctx, input }) => createInvitation(ctx, input)),
  revokeInvitation: tenantProcedure
    .input(InvitationReference)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input.invitationId)),
  rename: tenantProcedure.input(TenantName).mutation(({ ctx, input }) => renameTenant(ctx, input.name)),
});
