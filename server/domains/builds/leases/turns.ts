import { type SQL, sql } from "drizzle-orm";
import type { Platform } from "@/shared/vocabulary.ts";

/**
 * Common table expressions of the round-robin, for `with recursive`. `turns (tenant_id, turn)` holds the tenants with a
 * queued build for one of the platforms, numbered from 1: those without a turn first, then by their last turn, then by
 * waiting time. The recursive query skips through the index from tenant to tenant (loose index scan), so the cost depends on
 * the number of tenants, not of builds.
 */
export const turnsOf = (platforms: readonly Platform[]): SQL => sql`
  requested as (
    select platform from unnest(${sql.param(`{${platforms.join(",")}}`)}::text[]) as requested (platform)
  ), waiting as (
    select requested.platform, first.tenant_id, first.created_at from requested cross join lateral (
      select b.tenant_id, b.created_at from builds b
      where b.status = 'QUEUED' and b.lease_until is null and b.platform = requested.platform
      order by b.tenant_id, b.created_at limit 1
    ) first
    union all
    select waiting.platform, next.tenant_id, next.created_at from waiting cross join lateral (
      select b.tenant_id, b.created_at from builds b
      where b.status = 'QUEUED' and b.lease_until is null and b.platform = waiting.platform
        and b.tenant_id > waiting.tenant_id
      order by b.tenant_id, b.created_at limit 1
    ) next
  ), turns as (
    select waiting.tenant_id, row_number() over (
      order by min(coalesce(build_turns.turn, 0)), min(waiting.created_at), waiting.tenant_id
    ) as turn
    from waiting
    join tenants on tenants.id = waiting.tenant_id and tenants.suspended_at is null
    left join build_turns using (tenant_id, platform)
    group by waiting.tenant_id
  )`;
