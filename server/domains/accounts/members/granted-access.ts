import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { recordAudit } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { endMembership } from "./change-membership.ts";

/**
 * Ends what the invitations of a user led to in the workspaces that the user owns: memberships of those who joined by them,
 * of those whom these invited in turn, and their open invitations there. The caller authorizes.
 * @returns the number of memberships that ended
 */
export async function endGrantedAccess(tx: Transaction, ctx: Context, userId: string): Promise<number> {
  const granted = await tx.execute<{ tenantId: string; userId: string }>(sql`
    with recursive granted as (
      select m.tenant_id, m.user_id from memberships m where m.user_id = ${userId}::uuid and m.role = 'OWNER'
      union
      select i.tenant_id, i.accepted_by from granted g
      join invitations i on i.tenant_id = g.tenant_id and i.invited_by = g.user_id and i.accepted_by is not null
    ), revoked as (
      update invitations i set revoked_at = ${ctx.now().toISOString()}::timestamptz from granted g
      where i.tenant_id = g.tenant_id and i.invited_by = g.user_id and i.accepted_at is null and i.revoked_at is null
    )
    select m.tenant_id as "tenantId", m.user_id as "userId" from granted g
    join memberships m on m.tenant_id = g.tenant_id and m.user_id = g.user_id
    where g.user_id <> ${userId}::uuid`);
  for (const member of granted) {
    const { audit } = await endMembership(tx, member.tenantId, member.userId);
    if (audit) await recordAudit(tx, ctx, "membership.remove", audit);
  }
  return granted.length;
}
