import {
  adminProcedure,
  publicProcedure,
  router,
  tenantProcedure,
  userProcedure,
} from "@/server/http/trpc/procedures.ts";
import { signUp } from "../tenants/create-tenant.ts";
import { SignUp, TenantName } from "../tenants/input.ts";
import { renameTenant } from "../tenants/service.ts";
import { adminChangeRole, adminEndMembership, listMemberships } from "./administer.ts";
import {
  AdminChangeRole,
  ChangeRole,
  CreateInvitation,
  EndMembership,
  InvitationReference,
  InvitationSecret,
  JoinAsNewUser,
  ListInvitations,
  ListMembers,
  ListMemberships,
  MemberReference,
} from "./input.ts";
import { createInvitation, listInvitations, resendInvitation, revokeInvitation } from "./invitations.ts";
import { getInvitation, joinAsNewUser, joinByInvitation } from "./join.ts";
import { changeRole, listMembers, removeMember } from "./members.ts";

export const membershipRouter = router({
  members: tenantProcedure.input(ListMembers).query(({ ctx, input }) => listMembers(ctx, input)),
  changeRole: tenantProcedure.input(ChangeRole).mutation(({ ctx, input }) => changeRole(ctx, input)),
  removeMember: tenantProcedure
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
  rename: tenantProcedure.input(TenantName).mutation(({ ctx, input }) => renameTenant(ctx, input.name)),
});

export const adminMembershipsRouter = router({
  list: adminProcedure.input(ListMemberships).query(({ ctx, input }) => listMemberships(ctx, input)),
  changeRole: adminProcedure.input(AdminChangeRole).mutation(({ ctx, input }) => adminChangeRole(ctx, input)),
  end: adminProcedure.input(EndMembership).mutation(({ ctx, input }) => adminEndMembership(ctx, input)),
});

export const joiningRouter = router({
  signUp: publicProcedure.input(SignUp).mutation(({ ctx, input }) => signUp(ctx, input, ctx.address)),
  invitation: publicProcedure
    .input(InvitationSecret)
    .query(({ ctx, input }) => getInvitation(ctx, input.secret, ctx.address)),
  joinAsNew: publicProcedure
    .input(JoinAsNewUser)
    .mutation(({ ctx, input }) => joinAsNewUser(ctx, input, ctx.address)),
});

export const tenantJoinRouter = router({
  join: userProcedure
    .input(InvitationSecret)
    .mutation(({ ctx, input }) => joinByInvitation(ctx, input.secret, ctx.address)),
});
