import type { Transaction } from "@/db/client.ts";
import { auditLog } from "@/db/schema/index.ts";
import type { Actor, Context } from "../context.ts";

/** Every kind of thing that changes. */
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
] as const;
export type AuditSubjectType = (typeof AUDIT_SUBJECT_TYPES)[number];

/** The thing that changed, as the audit log names it. `before` and `after` hold what changed, never a secret. */
export interface AuditSubject {
  type: AuditSubjectType;
  id: string;
  tenantId: string | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/**
 * Appends one row to the audit log in the transaction of the change. The trigger `audit_log_append_only`
 * (`db/functions/audit.sql`) rejects changes of rows.
 */
export async function recordAudit(
  tx: Transaction,
  ctx: Context,
  action: string,
  subject: AuditSubject,
): Promise<void> {
  await tx.insert(auditLog).values(auditRow(ctx, action, subject));
}

/** The row itself, for a change that one statement writes together with it. */
export function auditRow(ctx: Context, action: string, subject: AuditSubject): typeof auditLog.$inferSelect {
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

/** The identifier of the actor within its kind; for a token the token's, which leads to its owner. */
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
