/** Actions of Super Admins alone. The activity log of a workspace shows them as the platform's. */
export const STAFF_ACTIONS = [
  "archive.block",
  "archive.unblock",
  "listing.approve",
  "listing.reject",
  "listing.restore",
  "listing.suspend",
  "listing.undo",
  "tenant.restore",
  "tenant.suspend",
  "tenant.unverify",
  "tenant.verify",
] as const;

/**
 * Actions in the activity log of a workspace. What is not listed is not shown: internal moderation, and what workers and
 * payment providers report, which has pages of its own.
 */
export const ACTIVITY_ACTIONS = [
  "api_token.create",
  "api_token.revoke",
  "app.archive",
  "app.create",
  "app.delete",
  "app.delete_variable",
  "app.edit",
  "app.restore",
  "app.set_variable",
  "archive.upload",
  "build.cancel",
  "build.queue",
  "build.retry",
  "build_view.delete",
  "build_view.save",
  "entity.edit",
  "entity.register",
  "installation.hold",
  "installation.release",
  "installation.remove",
  "installation.roll_back",
  "installation.set",
  "installation.update",
  "invitation.create",
  "invitation.resend",
  "invitation.revoke",
  "listing.message",
  "listing.publish",
  "listing.withdraw",
  "membership.change_role",
  "membership.join",
  "membership.join_as_new",
  "membership.leave",
  "membership.remove",
  "rollout.discard",
  "rollout.hold",
  "rollout.resume",
  "rollout.roll_back",
  "rollout.start",
  "rollout.stop",
  "tenant.create",
  "tenant.rename",
  "tenant.sign_up",
  "theme.add_preview",
  "theme.edit_preview",
  "theme.remove_preview",
  "theme.save",
  ...STAFF_ACTIONS,
] as const;

/** Name of the platform and its staff in the activity log of a workspace, and the filter for them. */
export const STAFF_NAME = "Drydock";
export const STAFF_FILTER = "drydock";
