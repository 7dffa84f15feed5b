import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { withOtherConnection } from "@/e2e/support/single-connection.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { enqueue } from "./enqueue.ts";
import { isTakenOver, releaseStaleJobs, runAttempt } from "./job-attempts.ts";

setUpPlatform();

/** Seconds since the last heartbeat of the pool that holds the job of this name. */
const SILENCE = { frozen: 31, slow: 29 };
type Job = Parameters<typeof runAttempt>[0];

it("releases jobs without a heartbeat for thirty seconds, with their named queue, and no others", async () => {
  await holdJobs();
  await releaseStaleJobs();
  const { sql } = database().systemDb;
  expect(await sql`select key from graphile_worker.jobs where locked_by is not null order by key`).toEqual([
    { key: "slow" },
  ]);
  expect(
    await sql`
      select queue_name from graphile_worker._private_job_queues where locked_by is not null order by queue_name`,
  ).toEqual([{ queue_name: "slow" }]);
});

it("commits nothing of an attempt that was taken over, and does not end its job", async () => {
  const job = await holdJobs();
  const attempt = runAttempt(job, async (as) => {
    await writeUnaudited(as("test"), (tx) => enqueue(tx, "purge_mails", {}, { jobKey: "committed" }));
    await writeUnaudited(as("test"), async (tx) => {
      await enqueue(tx, "purge_mails", {}, { jobKey: "late" });
      await withOtherConnection(() => takeOver(job));
    });
  });
  await expect(attempt).rejects.toSatisfy(isTakenOver);
  await expect(runAttempt(job, async () => undefined)).rejects.toSatisfy(isTakenOver);
  const jobs = await database().systemDb.sql`
    select key from graphile_worker.jobs where key in ('committed', 'late')`;
  expect(jobs).toEqual([{ key: "committed" }]);
});

/** Holds one job each by `SILENCE`. @returns the frozen one */
async function holdJobs(): Promise<Job> {
  const keys = Object.keys(SILENCE);
  await writeUnaudited(systemContext("test"), async (tx) => {
    for (const jobKey of keys) await enqueue(tx, "purge_expired_keys", {}, { jobKey, queueName: jobKey });
    for (const [key, seconds] of Object.entries(SILENCE)) {
      const lock = sql`locked_by = ${key}::text, locked_at = clock_timestamp() - make_interval(secs => ${seconds})`;
      await tx.execute(sql`
        with held as (
          update graphile_worker._private_jobs set ${lock}, attempts = 1 where key = ${key} returning job_queue_id
        )
        update graphile_worker._private_job_queues queue set ${lock} from held where queue.id = held.job_queue_id`);
    }
  });
  const [job] = await database().systemDb.sql<Job[]>`
    select id::text, attempts::integer, locked_by from graphile_worker._private_jobs where key = 'frozen'`;
  if (!job) throw new Error("the job is missing");
  return job;
}

const takeOver = (job: Job) =>
  database().systemDb.sql`
    update graphile_worker._private_jobs set locked_by = 'other', attempts = attempts + 1 where id = ${job.id}`;
