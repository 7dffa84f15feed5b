import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { auditLog } from "@/db/schema/index.ts";
import type { AuditAction, AuditSubject } from "../platform/audit.ts";
import { selectEntries } from "./select.ts";

/** The name of whoever did something to a tenant's thing last; null where it was not done, or by nobody with a name. */
export async function nameOfActor(
  tx: Transaction,
  action: AuditAction,
  { type, id, tenantId }: Pick<AuditSubject, "type" | "id"> & { tenantId: string },
): Promise<string | null> {
  const ofSubject = [
    eq(auditLog.tenantId, tenantId),
    eq(auditLog.subjectType, type),
    eq(auditLog.subjectId, id),
    eq(auditLog.action, action),
  ];
  const [entry] = await selectEntries(tx, ofSubject, { limit: 1 });
  return entry?.actor.name ?? null;
}
