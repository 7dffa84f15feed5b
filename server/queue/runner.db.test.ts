import { afterEach, beforeEach, expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { withOtherConnection } from "@/e2e/support/single-connection.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { CRON_ITEMS, TASKS } from "../jobs.ts";
import { enqueue } from "./enqueue.ts";
import { type JobRunner, releaseStaleJobs, startJobRunner } from "./runner.ts";

setUpPlatform();

let runner: JobRunner;
beforeEach(() => {
  runner = startJobRunner(TASKS, CRON_ITEMS);
});
afterEach(() => runner.stop());

const KEY = "watched";

it("keeps the lock of a running job", async () => {
  await read(systemContext("test"), async (tx) => {
    await tx.execute("lock table idempotency_keys in access exclusive mode");
    await withOtherConnection(async () => {
      await writeUnaudited(systemContext("test"), (other) =>
        enqueue(other, "purge_expired_keys", {}, { jobKey: KEY }),
      );
      await expect.poll(() => holder()).not.toBeNull();
      const first = await holder();
      await expect.poll(() => isAnnounced()).toBe(true);
      await ageHold();
      await releaseStaleJobs();
      expect(await holder()).toBe(first);
    });
  });
  await expect.poll(() => isQueued()).toBe(false);
});

it("runs a job again when its end was not written", async () => {
  const { sql } = database().systemDb;
  await sql.unsafe(`
    drop sequence if exists ends;
    create sequence ends;
    create or replace function refuse_first_end() returns trigger language plpgsql as $$
    begin
      if old.key = '${KEY}' and nextval('ends') = 1 then raise 'the connection broke'; end if;
      return old;
    end $$;
    create or replace trigger refuse_first_end before delete on graphile_worker._private_jobs
      for each row execute function refuse_first_end()`);
  await writeUnaudited(systemContext("test"), (tx) => enqueue(tx, "purge_expired_keys", {}, { jobKey: KEY }));
  await expect
    .poll(async () => (await sql`select last_value, is_called from ends`)[0]?.["is_called"])
    .toBe(true);
  await expect.poll(() => isAnnounced()).toBe(false);
  const now = performance.now();
  await releaseStaleJobs(now);
  await releaseStaleJobs(now + 10_000);
  await expect.poll(() => isQueued()).toBe(false);
});

it("runs a job whose assignment was lost with the connection", async () => {
  const { sql } = database().systemDb;
  const enqueueAs = (jobKey: string) =>
    writeUnaudited(systemContext("test"), (tx) => enqueue(tx, "purge_expired_keys", {}, { jobKey }));
  await read(systemContext("test"), async (tx) => {
    await tx.execute("lock table idempotency_keys in access exclusive mode");
    await withOtherConnection(async () => {
      await enqueueAs("known");
      await expect.poll(() => holder("known")).not.toBeNull();
      await expect.poll(() => isAnnounced("known")).toBe(true);
      await sql.begin(async (queue) => {
        await queue`lock table graphile_worker._private_jobs in exclusive mode`;
        await queue`
          insert into graphile_worker._private_jobs (task_id, key, locked_by, locked_at)
          select task_id, ${KEY}, locked_by, now() - interval '1 minute'
          from graphile_worker._private_jobs where key = 'known'`;
        await sql`select pg_notify('jobs:insert', '{"count":10}')`;
        // More jobs than the slots for events and for checks together.
        await expect.poll(async () => (await askForJobs()).length).toBeGreaterThan(4);
        for (const { pid } of await askForJobs()) await sql`select pg_terminate_backend(${pid})`;
      });
    });
  });
  await expect.poll(() => isQueued("known")).toBe(false);
  await expect.poll(() => isQueued()).toBe(false);
});

/** Connections of workers that wait for a lock to take a job. */
const askForJobs = () => database().systemDb.sql<{ pid: number }[]>`
  select pid from pg_stat_activity
  where datname = current_database() and application_name = 'drydock-jobs' and wait_event_type = 'Lock'
    and query like '%_private_jobs%'`;

/** Worker pool that holds a job. */
async function holder(key = KEY): Promise<string | null> {
  const [job] = await database().systemDb.sql<{ locked_by: string | null }[]>`
    select locked_by from graphile_worker.jobs where key = ${key}`;
  return job?.locked_by ?? null;
}

async function isQueued(key = KEY): Promise<boolean> {
  const jobs = await database().systemDb.sql`select from graphile_worker.jobs where key = ${key}`;
  return jobs.length > 0;
}

/** True if the worker pool that holds the job has a heartbeat. */
async function isAnnounced(key = KEY): Promise<boolean> {
  const [row] = await database().systemDb.sql<{ found: boolean }[]>`
    select exists (
      select from pg_locks join pg_database d on d.oid = database
      where locktype = 'advisory' and datname = current_database()
        and (classid::bigint << 32 | objid::bigint) in (
          select hashtextextended(locked_by, 1) from graphile_worker.jobs where key = ${key})
    ) as found`;
  return row?.found ?? false;
}

/** Moves the start of a job into the past. */
async function ageHold(): Promise<void> {
  await database().systemDb.sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'
    where key = ${KEY} and locked_by is not null`;
}
