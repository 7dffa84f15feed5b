import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { auditLog } from "@/db/schema/index.ts";
import { redactInvitations } from "../members/invitations.ts";

/**
 * Redaction of names and addresses in the audit entries about a deleted account, and about the invitations that it
 * accepted. Who did what and when stays. `allow_audit_redaction` (`db/functions/audit.sql`) refuses any other change of an
 * entry, and this one for accounts that are not deleted.
 * @returns number of changed entries
 */
export async function redactAuditEntries(tx: Transaction, userId: string): Promise<number> {
  const ids = await redactInvitations(tx, userId);
  const redacted = await tx
    .update(auditLog)
    .set({
      before: sql`redact_audit_fields(${auditLog.before})`,
      after: sql`redact_audit_fields(${auditLog.after})`,
    })
    .where(
      and(
        or(
          and(eq(auditLog.subjectType, "user"), eq(auditLog.subjectId, userId)),
          and(eq(auditLog.subjectType, "invitation"), inArray(auditLog.subjectId, ids)),
        ),
        sql`(coalesce(${auditLog.before}, '{}') || coalesce(${auditLog.after}, '{}')) ?| array['name', 'email']`,
      ),
    )
    .returning({ id: auditLog.id });
  return redacted.length;
}
