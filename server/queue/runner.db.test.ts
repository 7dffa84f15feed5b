import { afterEach, beforeEach, expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { withOtherConnection } from "@/e2e/support/single-connection.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { CRON_ITEMS, TASKS } from "../jobs.ts";
import { enqueue } from "./enqueue.ts";
import { type JobRunner, startJobRunner } from "./runner.ts";

setUpPlatform();

let runner: JobRunner;
beforeEach(() => {
  runner = startJobRunner(TASKS, CRON_ITEMS);
});
afterEach(() => runner.stop());

const KEY = "watched";

it("keeps the lock of a running job, and releases one that never reached its pool", async () => {
  const { sql } = database().systemDb;
  await read(systemContext("test"), async (tx) => {
    await tx.execute("lock table idempotency_keys in access exclusive mode");
    await withOtherConnection(async () => {
      await writeUnaudited(systemContext("test"), (other) =>
        enqueue(other, "purge_expired_keys", {}, { jobKey: KEY }),
      );
      await expect.poll(() => holder()).not.toBeNull();
      const first = await holder();
      await sql`
        insert into graphile_worker._private_jobs (task_id, key, locked_by, locked_at)
        select task_id, 'lost', locked_by, now() - interval '1 minute'
        from graphile_worker._private_jobs where key = ${KEY}`;
      await ageHold(29);
      await expect.poll(() => ageOfHold()).toBeLessThan(10);
      expect(await holder()).toBe(first);
    });
  });
  for (const key of [KEY, "lost"]) await expect.poll(() => isQueued(key)).toBe(false);
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
  await ageHold(31);
  await expect.poll(() => isQueued()).toBe(false);
});

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

/** Moves the last heartbeat of a job into the past. */
async function ageHold(seconds: number): Promise<void> {
  await database().systemDb.sql`
    update graphile_worker._private_jobs set locked_at = now() - make_interval(secs => ${seconds})
    where key = ${KEY} and locked_by is not null`;
}

async function ageOfHold(): Promise<number> {
  const [job] = await database().systemDb.sql`
    select extract(epoch from now() - locked_at)::float8 as age from graphile_worker.jobs where key = ${KEY}`;
  return job?.["age"];
}
