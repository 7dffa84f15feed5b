import type postgres from "postgres";
import { rowIdSql, rowNumber } from "./ids.ts";
import { BUSY_APPS, TENANTS } from "./world.ts";

/** A run of queued builds that nobody has reported on. */
export interface BuildRange {
  first: number;
  count: number;
}

/**
 * Queues builds that are then used once. What a run leaves over is the next run's, and nobody's once a run needs none:
 * where builds wait by the ten thousand, lists of them are not what they are elsewhere.
 */
export function openFreshBuilds(sql: postgres.Sql): (count: number) => Promise<BuildRange> {
  let first = 0;
  let end = 0;
  return async (count) => {
    first = await firstUnused(sql, first, end);
    if (count === 0) {
      await sql.unsafe(`delete from builds where ${between(first, end)}`);
      end = first;
    } else if (end - first < count) {
      await insert(sql, end, first + count);
      end = first + count;
      // As the server itself would do within a minute; until then it takes waiting builds for few.
      await sql.unsafe("analyze builds");
    }
    return { first, count };
  };
}

/** Queues more builds with each call, behind those of the calls before. */
export function openBuildQueue(sql: postgres.Sql): (count: number) => Promise<BuildRange> {
  let end = 0;
  return async (count) => {
    const first = end;
    end += count;
    await insert(sql, first, end);
    return { first, count };
  };
}

async function insert(sql: postgres.Sql, first: number, end: number): Promise<void> {
  await sql.unsafe(`
    insert into builds (id, tenant_id, app_id, number, platform, version)
    select ${rowIdSql("freshBuild", "n")}, ${rowIdSql("tenant", `n % ${TENANTS}`)},
      ${rowIdSql("busyApp", `n % ${BUSY_APPS}`)}, n / ${BUSY_APPS} + 1, 'ANDROID', '1.0.0'
    from generate_series(${first}, ${end - 1}) n`);
}

/** The one behind the last that was used, and behind those whose reports were still on their way when the run ended. */
async function firstUnused(sql: postgres.Sql, first: number, end: number): Promise<number> {
  const [last] = await sql.unsafe<{ id: string }[]>(
    `select id from builds where ${between(first, end)} and status <> 'QUEUED' order by id desc limit 1`,
  );
  return last ? Math.min(end, rowNumber(last.id) + 1 + MOST_ON_THEIR_WAY) : first;
}

/** More than there are connections in any run. */
const MOST_ON_THEIR_WAY = 64;

const between = (first: number, end: number): string =>
  `id >= ${rowIdSql("freshBuild", String(first))} and id < ${rowIdSql("freshBuild", String(end))}`;
