import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { recordAudit } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";

/**
 * Ends what the invitations of a user led to in the workspaces that the user owns: memberships of those who joined by them,
 * of those whom these invited in turn, and their open invitations there. The owners are locked first, as for every change of
 * a membership. The caller authorizes.
 * @returns the number of memberships that ended
 */
export async function endGrantedAccess(tx: Transaction, ctx: Context, userId: string): Promise<number> {
  const own = sql`select tenant_id from memberships where user_id = ${userId}::uuid and role = 'OWNER'`;
  await tx.execute(sql`
    select from memberships where role = 'OWNER' and tenant_id in (${own}) order by tenant_id, user_id for update`);
  const ended = await tx.execute<{ tenantId: string; userId: string; role: TenantRole }>(sql`
    with recursive granted as (
      select tenant_id, ${userId}::uuid as user_id from (${own}) own
      union
      select i.tenant_id, i.accepted_by from granted g
      join invitations i on i.tenant_id = g.tenant_id and i.invited_by = g.user_id and i.accepted_by is not null
    ), revoked as (
      update invitations i set revoked_at = ${ctx.now().toISOString()}::timestamptz from granted g
      where i.tenant_id = g.tenant_id and i.invited_by = g.user_id and i.accepted_at is null and i.revoked_at is null
    )
    delete from memberships m using granted g
    where m.tenant_id = g.tenant_id and m.user_id = g.user_id and m.user_id <> ${userId}::uuid
    returning m.tenant_id as "tenantId", m.user_id as "userId", m.role`);
  for (const { tenantId, userId: id, role } of ended)
    await recordAudit(tx, ctx, "membership.remove", { type: "membership", id, tenantId, before: { role } });
  return ended.length;
}
