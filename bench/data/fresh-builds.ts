import type postgres from "postgres";
import { rowIdSql } from "./ids.ts";
import { BUSY_APPS, TENANTS } from "./world.ts";

/** A run of queued builds that nobody has reported on. */
export interface BuildRange {
  first: number;
  count: number;
}

/** Queues builds that are then used once. */
export function openFreshBuilds(sql: postgres.Sql): (count: number) => Promise<BuildRange> {
  let first = 0;
  return async (count) => {
    const range = { first, count };
    first += count;
    if (count === 0) return range;
    await sql.unsafe(`
      insert into builds (id, tenant_id, app_id, number, platform, version)
      select ${rowIdSql("freshBuild", "n")}, ${rowIdSql("tenant", `n % ${TENANTS}`)},
        ${rowIdSql("busyApp", `n % ${BUSY_APPS}`)}, n / ${BUSY_APPS} + 1, 'ANDROID', '1.0.0'
      from generate_series(${range.first}, ${first - 1}) n`);
    return range;
  };
}
