import { type SQL, sql } from "drizzle-orm";
import type { Platform } from "@/shared/vocabulary.ts";

/**
 * Common table expressions of the round-robin, for `with recursive`. `turns (tenant_id, turn, person, person_turn)` holds the
 * tenants with a queued build for one of the platforms, numbered from 1: by the last turn of the person who made the tenant,
 * in any of their tenants, then by the tenant's own, then by waiting time; those without a turn come first. A person's turn
 * is the first of their tenants'. The recursive query skips through the index from tenant to tenant (loose index scan), so
 * the cost depends on the number of tenants, not of builds.
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
    select *, min(turn) over (partition by person) as person_turn from (
      select waiting.tenant_id, maker.person, row_number() over (
        order by min(coalesce(greatest(of_person.turn, build_turns.turn), 0)), min(coalesce(build_turns.turn, 0)),
          min(waiting.created_at), waiting.tenant_id
      ) as turn
      from waiting
      join tenants on tenants.id = waiting.tenant_id and tenants.suspended_at is null
      cross join lateral (select coalesce(tenants.created_by, tenants.id) as person) maker
      left join build_turns using (tenant_id, platform)
      left join lateral (
        select turn from build_turns theirs where theirs.person = maker.person and theirs.platform = waiting.platform
        order by turn desc limit 1
      ) of_person on true
      group by waiting.tenant_id, maker.person
    ) numbered
  )`;
