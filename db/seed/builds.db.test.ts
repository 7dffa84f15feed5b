import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/support/database.ts";
import { seedDemo } from "./index.ts";

const NOW = new Date("2026-10-18T06:42:10.905Z");

let database: TestDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 1, connection: { "drydock.scope": "*" } });
  await seedDemo(database.url, { now: NOW });
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

describe("the builds of the demo", () => {
  test("are numbered from 1 without a gap, in the order of time", async () => {
    const apps = await sql`select a.last_build_number, b.numbers from apps a join (
      select app_id, array_agg(number order by created_at, id) as numbers from builds group by app_id
    ) b on b.app_id = a.id`;
    expect(apps).toHaveLength(12);
    for (const { last_build_number: last, numbers } of apps) {
      expect(numbers).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    }
  });

  test("have the status, the times and the results that their applied reports led to", async () => {
    const builds = await sql`select b.*, b.size_bytes::text as size, (
        select coalesce(json_agg(json_build_object('status', r.status, 'applied', r.applied, 'worker', r.worker_id,
          'path', r.artifact_path, 'size', r.size_bytes::text, 'at', r.received_at) order by r.id), '[]')
        from build_reports r where r.build_id = b.id
      ) as reports from builds b`;
    expect(builds).toHaveLength(600);
    for (const build of builds) {
      expect(replay(build.reports), build.id).toEqual({
        status: build.status,
        worker: build.worker_id,
        path: build.artifact_path,
        size: build.size,
        startedAt: build.started_at?.getTime(),
        finishedAt: build.finished_at?.getTime(),
      });
    }
  });

  test("were reported more than once, late, and against their end, too", async () => {
    const [odd] = await sql`select
      count(*) filter (where r.status = b.status)::int as repeated,
      count(*) filter (where r.status = 'IN_PROGRESS' and r.received_at > b.finished_at)::int as late,
      count(*) filter (where r.status <> b.status and r.status <> 'IN_PROGRESS')::int as refused
      from build_reports r join builds b on b.id = r.build_id where not r.applied`;
    expect(Object.values(odd ?? {}).every((count) => count > 0)).toBe(true);
    const unordered = await sql`select from (
      select received_at, lag(received_at) over (order by id) as before from build_reports
    ) r where received_at < before`;
    expect(unordered).toHaveLength(0);
  });

  test("failed in one of eight cases, each with a log", async () => {
    const [failed] = await sql`select count(*)::int as count, count(error_log)::int as logs,
      max(length(error_log)) as longest, count(distinct left(error_log, 4000))::int as kinds,
      count(*) filter (where error_log like ${"%\u001b[31m%"})::int as coloured,
      count(*) filter (where error_log like ${"%\r\n%"})::int as crlf,
      count(*) filter (where error_log_truncated)::int as truncated
      from builds where status = 'FAILED'`;
    expect(failed?.count).toBeGreaterThan(60);
    expect(failed?.count).toBeLessThan(84);
    expect(failed?.logs).toBe(failed?.count);
    expect(failed?.longest).toBeGreaterThan(100_000);
    for (const key of ["kinds", "coloured", "crlf", "truncated"])
      expect(failed?.[key], key).toBeGreaterThan(2);
    expect(await sql`select from builds where status <> 'FAILED' and error_log is not null`).toHaveLength(0);
  });

  test("are retried from the same source after their end", async () => {
    const retries =
      await sql`select b.created_at > o.finished_at and o.status = 'FAILED' and b.app_id = o.app_id
      and (b.platform, b.version, b.git_ref) = (o.platform, o.version, o.git_ref) as agrees
      from builds b join builds o on o.id = b.retry_of`;
    expect(retries.length).toBeGreaterThan(10);
    expect(retries.every(({ agrees }) => agrees)).toBe(true);
  });

  test("take minutes, iOS longer than Android", async () => {
    const medians = await sql`select percentile_cont(0.5) within group (
      order by extract(epoch from finished_at - started_at))::float8 as seconds
      from builds group by platform order by platform`;
    const [android, ios] = medians.map(({ seconds }) => seconds);
    expect(android).toBeGreaterThan(120);
    expect(ios).toBeGreaterThan(android);
    expect(ios).toBeLessThan(1_200);
  });
});

interface Report {
  status: string;
  applied: boolean;
  worker: string | null;
  path: string | null;
  size: string | null;
  at: string;
}

/** Applies the platform's rules to the reports, and fails if a stored verdict differs. */
function replay(reports: Report[]) {
  const build = {
    status: "QUEUED",
    worker: null as string | null,
    path: null as string | null,
    size: null as string | null,
    startedAt: undefined as number | undefined,
    finishedAt: undefined as number | undefined,
  };
  for (const { status, applied, worker, path, size, at } of reports) {
    const isNews = build.finishedAt === undefined && status !== build.status;
    expect(applied).toBe(isNews);
    if (!isNews) continue;
    const time = new Date(at).getTime();
    Object.assign(build, { status, worker: worker ?? build.worker, path: path ?? build.path });
    build.size = size ?? build.size;
    if (status === "IN_PROGRESS") build.startedAt ??= time;
    else build.finishedAt = time;
  }
  return build;
}
