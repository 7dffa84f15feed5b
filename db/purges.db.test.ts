import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { rowsReadOf, sequentialScansOf } from "@/e2e/support/table-reads.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { PURGE_BATCH_SIZE, purgeAuditLog, purgeInBatches } from "@/server/core/retention.ts";
import { dryRun } from "@/server/core/transactions.ts";
import { purgeUnappliedReports } from "@/server/domains/builds/report.ts";
import { purgeEvents } from "@/server/domains/notifications/callbacks/purge.ts";
import { createApp, createBuild, createTenant } from "./factories.ts";

setUpPlatform();

const ROWS = 20_000;
/** Rows of each table that are older than any retention. */
const OLD = 700;

beforeAll(async () => {
  const { orm } = database().systemDb;
  const { id: tenantId } = await createTenant(orm);
  const { id: appId } = await createApp(orm, { tenantId });
  const { id: buildId } = await createBuild(orm, { tenantId, appId });
  const at = sql`case when n <= ${OLD}::integer then now() - interval '8 years' else now() end + n * interval '1 millisecond'`;
  const rows = sql`generate_series(1, ${ROWS}::integer) n`;
  await orm.execute(sql`
    insert into audit_log (id, actor_kind, action, subject_type, subject_id, at)
    select gen_random_uuid(), 'system', 'test', 'app', n::text, ${at} from ${rows}`);
  await orm.execute(sql`
    insert into build_reports (tenant_id, build_id, status, applied, received_at)
    select ${tenantId}::uuid, ${buildId}::uuid, 'IN_PROGRESS', n % 10 = 0, ${at} from ${rows}`);
  const channel = sql`'01900000-0000-7000-8000-000000000001'::uuid`;
  await orm.execute(sql`
    insert into notification_channels (id, name, url, secret) values (${channel}, 'C', 'https://a.example', 's')`);
  await orm.execute(sql`
    insert into domain_events (id, type, subject_id, data, occurred_at, dispatched_at)
    select gen_random_uuid(), 'channel.test', gen_random_uuid(), '{}', ${at}, now() from ${rows} order by n`);
  await orm.execute(sql`
    insert into deliveries (id, channel_id, event_id, subject_id, sequence, state, created_at)
    select gen_random_uuid(), ${channel}, id, subject_id, sequence, case when sequence % 2 = 0 then 'PARKED' else 'DELIVERED' end,
      occurred_at from domain_events`);
  await orm.execute(sql`
    insert into delivery_attempts (id, delivery_id, number, succeeded, duration_ms)
    select gen_random_uuid(), id, 1, true, 5 from deliveries`);
  await orm.execute(sql`analyze`);
});

const countOf = async (table: string) =>
  Number(
    (await database().systemDb.sql`select count(*) from ${database().systemDb.sql(table)}`)[0]?.["count"],
  );

const TABLES = ["audit_log", "build_reports", "domain_events", "deliveries", "delivery_attempts"];

describe(`with ${ROWS} rows, ${OLD} of them old`, () => {
  it.each([
    ["the audit log", purgeAuditLog, { audit_log: OLD }],
    ["reports without effect", purgeUnappliedReports, { build_reports: OLD * 0.9 }],
    ["events", purgeEvents, { domain_events: OLD, deliveries: OLD, delivery_attempts: OLD }],
  ] as const)(
    "purges %s by index, a batch at a time, and looks at few others",
    async (_, purge, expected) => {
      const ctx = systemContext("test");
      await dryRun(ctx, async (joined) => {
        expect(await sequentialScansOf(joined, TABLES, purge)).toEqual([]);
      });
      const [table = "", deleted = 0] = Object.entries(expected)[0] ?? [];
      await dryRun(ctx, async (joined) => {
        const fetched = await rowsReadOf(joined, table, purge);
        expect(fetched).toBeLessThan(4 * deleted + 4 * PURGE_BATCH_SIZE);
      });
      await purge(ctx);
      for (const [name, count] of Object.entries(expected)) expect(await countOf(name)).toBe(ROWS - count);
      // Nothing old is left, so the next run looks at one batch at most.
      await dryRun(ctx, async (joined) => {
        const fetched = await rowsReadOf(joined, table, purge);
        expect(fetched).toBeLessThanOrEqual(PURGE_BATCH_SIZE);
      });
    },
  );
});

it("ends at its budget, and the next run purges the rest", async () => {
  const { sql: driver } = database().systemDb;
  await driver`insert into rate_limits (key, points) select n::text, 1 from generate_series(1, 1200) n`;
  const purge = (budgetMs: number) =>
    purgeInBatches(
      systemContext("test"),
      sql`delete from rate_limits where key in (select key from rate_limits limit ${PURGE_BATCH_SIZE}) returning key`,
      budgetMs,
    );
  await purge(0);
  expect(await countOf("rate_limits")).toBe(1_200 - PURGE_BATCH_SIZE);
  await purge(60_000);
  expect(await countOf("rate_limits")).toBe(0);
});
