import type { Transaction } from "@/db/client.ts";
import { auditLog } from "@/db/schema/index.ts";
import type { Actor, Context } from "./context.ts";

export const AUDIT_SUBJECT_TYPES = [
  "listing",
  "listing_check",
  "archive",
  "build",
  "app",
  "entity",
  "api_token",
  "user",
  "tenant",
  "membership",
  "channel",
  "delivery",
  "invitation",
  "billing_event",
  "worker",
  "failure_notice",
  "build_view",
  "saved_reply",
  "installation",
  "rollout",
  "featured_item",
  "item_report",
  "mail",
  "job",
] as const;
export type AuditSubjectType = (typeof AUDIT_SUBJECT_TYPES)[number];

export const AUDIT_ACTIONS = [
  "api_token.create",
  "api_token.revoke",
  "app.archive",
  "app.create",
  "app.delete",
  "app.delete_variable",
  "app.edit",
  "app.restore",
  "app.set_variable",
  "archive.block",
  "archive.collect",
  "archive.unblock",
  "archive.upload",
  "billing_event.ignore",
  "billing_event.process",
  "billing_event.process_again",
  "billing_event.receive",
  "billing_event.redact",
  "build.abandon",
  "build.cancel",
  "build.claim",
  "build.fail",
  "build.queue",
  "build.release",
  "build.report",
  "build.retry",
  "build.store_artifact",
  "build_view.delete",
  "build_view.save",
  "channel.create",
  "channel.disable",
  "channel.drop_held",
  "channel.pause",
  "channel.redeliver_failed",
  "channel.release_held",
  "channel.resume",
  "channel.rotate_secret",
  "channel.settle_parked",
  "channel.test",
  "channel.update",
  "delivery.redeliver",
  "entity.edit",
  "entity.register",
  "failure_notice.create",
  "failure_notice.end",
  "featured_item.add",
  "featured_item.move",
  "featured_item.remove",
  "installation.hold",
  "installation.release",
  "installation.remove",
  "installation.roll_back",
  "installation.set",
  "installation.update",
  "invitation.create",
  "invitation.resend",
  "invitation.revoke",
  "item_report.create",
  "item_report.dismiss",
  "item_report.resolve",
  "job.discard",
  "job.retry",
  "listing.approve",
  "listing.check",
  "listing.message",
  "listing.note",
  "listing.publish",
  "listing.recheck",
  "listing.reject",
  "listing.restore",
  "listing.suspend",
  "listing.take_over",
  "listing.undo",
  "listing.withdraw",
  "mail.dismiss",
  "mail.release_held",
  "mail.send_again",
  "membership.change_role",
  "membership.join",
  "membership.join_as_new",
  "membership.leave",
  "membership.remove",
  "rollout.advance",
  "rollout.complete",
  "rollout.discard",
  "rollout.hold",
  "rollout.resume",
  "rollout.roll_back",
  "rollout.start",
  "rollout.stop",
  "rollout.supersede",
  "saved_reply.create",
  "saved_reply.delete",
  "saved_reply.edit",
  "tenant.create",
  "tenant.rename",
  "tenant.restore",
  "tenant.sign_up",
  "tenant.suspend",
  "tenant.unverify",
  "tenant.verify",
  "theme.add_preview",
  "theme.collect_preview",
  "theme.edit_preview",
  "theme.remove_preview",
  "theme.save",
  "user.add_passkey",
  "user.cancel_email_change",
  "user.change_email",
  "user.change_password",
  "user.create",
  "user.delete",
  "user.disable",
  "user.disable_totp",
  "user.enable",
  "user.enable_totp",
  "user.end_other_sessions",
  "user.end_session",
  "user.end_sessions",
  "user.grant_super_admin",
  "user.lose_address",
  "user.make_super_admin",
  "user.remove_passkey",
  "user.rename",
  "user.rename_passkey",
  "user.replace_recovery_codes",
  "user.request_email_change",
  "user.reset_password",
  "user.reset_second_factor",
  "user.revoke_super_admin",
  "user.send_reset_link",
  "user.send_verification",
  "user.set_notifications",
  "user.use_recovery_code",
  "user.verify_email",
  "worker.drain",
  "worker.forget",
  "worker.resume",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Changed entity. `before` and `after` hold the changed fields, never a secret. */
export interface AuditSubject {
  type: AuditSubjectType;
  id: string;
  tenantId: string | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/**
 * Appends a row to the audit log, in the transaction of the change. The triggers of `db/functions/audit.sql` reject deletes
 * of what is not old, and updates other than the redaction of deleted accounts.
 */
export async function recordAudit(
  tx: Transaction,
  ctx: Context,
  action: AuditAction,
  subject: AuditSubject,
): Promise<void> {
  await tx.insert(auditLog).values(auditRow(ctx, action, subject));
}

/** Appends a row for each subject of one action, in one statement. */
export async function recordAudits(
  tx: Transaction,
  ctx: Context,
  action: AuditAction,
  subjects: readonly AuditSubject[],
): Promise<void> {
  if (subjects.length === 0) return;
  await tx.insert(auditLog).values(subjects.map((subject) => auditRow(ctx, action, subject)));
}

/** Row of the audit log, for statements that write it together with the change. */
export function auditRow(
  ctx: Context,
  action: AuditAction,
  subject: AuditSubject,
): typeof auditLog.$inferSelect {
  return {
    id: ctx.newId(),
    tenantId: subject.tenantId,
    actorKind: ctx.actor.kind,
    actorId: actorId(ctx.actor),
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    before: subject.before ?? null,
    after: subject.after ?? null,
    requestId: ctx.requestId,
    at: ctx.now(),
  };
}

/** Id of the actor within its kind. For a token it is the id of the token. */
export function actorId(actor: Actor): string | null {
  switch (actor.kind) {
    case "user":
      return actor.userId;
    case "token":
      return actor.tokenId;
    case "worker":
      return actor.workerId;
    case "provider":
      return actor.provider;
    case "system":
      return actor.name;
  }
}
