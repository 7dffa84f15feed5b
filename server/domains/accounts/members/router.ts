import { publicProcedure, router, tenantProcedure, userProcedure } from "@/server/http/trpc/procedures.ts";
import {
  ChangeRole,
  CreateInvitation,
  InvitationReference,
  InvitationSecret,
  JoinAsNewUser,
  ListInvitations,
  ListMembers,
  MemberReference,
} from "./input.ts";
import { createInvitation, listInvitations, resendInvitation, revokeInvitation } from "./invitations.ts";
import { getInvitation, joinAsNewUser, joinByInvitation } from "./join.ts";
import { changeRole, listMembers, removeMember } from "./members.ts";

export const membersRouter = router({
  list: tenantProcedure.input(ListMembers).query(({ ctx, input }) => listMembers(ctx, input)),
  changeRole: tenantProcedure.input(ChangeRole).mutation(({ ctx, input }) => changeRole(ctx, input)),
  remove: tenantProcedure
    .input(MemberReference)
    .mutation(({ ctx, input }) => removeMember(ctx, input.userId)),
  invitations: tenantProcedure.input(ListInvitations).query(({ ctx, input }) => listInvitations(ctx, input)),
  invite: tenantProcedure.input(CreateInvitation).mutation(({ ctx, input }) => createInvitation(ctx, input)),
  resendInvitation: tenantProcedure
    .input(InvitationReference)
    .mutation(({ ctx, input }) => resendInvitation(ctx, input.invitationId)),
  revokeInvitation: tenantProcedure
    .input(InvitationReference)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input.invitationId)),
  invitation: publicProcedure
    .input(InvitationSecret)
    .query(({ ctx, input }) => getInvitation(ctx, input.secret, ctx.address)),
  joinAsNew: publicProcedure
    .input(JoinAsNewUser)
    .mutation(({ ctx, input }) => joinAsNewUser(ctx, input, ctx.address)),
  join: userProcedure
    .input(InvitationSecret)
    .mutation(({ ctx, input }) => joinByInvitation(ctx, input.secret, ctx.address)),
});
