import { expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { enqueue } from "./enqueue.ts";
import { releaseStaleJobs } from "./runner.ts";
import { heartbeatKeySql, startWorkerHeartbeat } from "./worker-heartbeat.ts";

setUpPlatform();

/** Ages of locks in seconds. The worker pool that holds a job has the same name. */
const LOCK_AGE = { killed: 20, running: 60, overdue: 1_000 };

it("releases the jobs of worker pools without a heartbeat, and no others", async () => {
  await holdJobs();
  const heartbeat = startWorkerHeartbeat(env().DATABASE_URL ?? "");
  heartbeat.add("running");
  heartbeat.add("overdue");
  await expect.poll(heartbeatSessions).toHaveLength(2);
  await releaseStaleJobs(0);
  expect(await stillHeld()).toEqual(["killed", "running"]);
  await releaseStaleJobs(10_000);
  expect(await stillHeld()).toEqual(["running"]);
  await heartbeat.stop();
  await expect.poll(heartbeatSessions).toEqual([]);
  await releaseStaleJobs(15_000);
  await releaseStaleJobs(25_000);
  expect(await stillHeld()).toEqual([]);
});

it("keeps a long-running job whose pool lost its connection for a moment", async () => {
  await holdJobs();
  await releaseStaleJobs(0);
  const heartbeat = startWorkerHeartbeat(env().DATABASE_URL ?? "");
  heartbeat.add("running");
  await expect.poll(heartbeatSessions).toHaveLength(1);
  await releaseStaleJobs(9_000);
  await heartbeat.stop();
  await expect.poll(heartbeatSessions).toEqual([]);
  // The second loss starts the count again.
  await releaseStaleJobs(12_000);
  expect(await stillHeld()).toEqual(["running"]);
});

it("takes its locks again after a reconnect", async () => {
  const heartbeat = startWorkerHeartbeat(env().DATABASE_URL ?? "");
  heartbeat.add("steady");
  await expect.poll(heartbeatSessions).toHaveLength(1);
  const [first] = await heartbeatSessions();
  await database().systemDb.sql`select pg_terminate_backend(${first ?? 0}::integer)`;
  await expect.poll(heartbeatSessions).toEqual([expect.not.toBeOneOf([first])]);
  await heartbeat.stop();
  await expect.poll(heartbeatSessions).toEqual([]);
});

it("locks once per pool that is added during a connect, and unlocks removed pools", async () => {
  const { sql } = database().systemDb;
  const heartbeat = startWorkerHeartbeat(env().DATABASE_URL ?? "");
  await sql.begin(async (tx) => {
    // An exclusive lock on the first pool's key blocks all shared locks.
    await tx`select pg_advisory_xact_lock(${tx.unsafe(heartbeatKeySql("'first'"))})`;
    for (const holder of ["first", "early"]) heartbeat.add(holder);
    await expect.poll(async () => (await heartbeatSessions()).length).toBe(2);
    heartbeat.add("late");
    heartbeat.remove("early");
  });
  await expect.poll(heartbeatSessions).toHaveLength(2);
  for (const holder of ["late", "first"]) heartbeat.remove(holder);
  await expect.poll(heartbeatSessions).toEqual([]);
  await heartbeat.stop();
});

async function holdJobs(): Promise<void> {
  const { sql } = database().systemDb;
  await writeUnaudited(systemContext("test"), async (tx) => {
    for (const jobKey of [...Object.keys(LOCK_AGE), "waiting"]) {
      await enqueue(tx, "purge_expired_keys", {}, { jobKey });
    }
  });
  for (const [key, seconds] of Object.entries(LOCK_AGE)) {
    await sql`update graphile_worker._private_jobs
      set locked_by = key, locked_at = now() - make_interval(secs => ${seconds}) where key = ${key}`;
  }
}

async function stillHeld(): Promise<string[]> {
  const jobs = await database().systemDb.sql<{ key: string }[]>`
    select key from graphile_worker.jobs where locked_by is not null order by key`;
  return jobs.map(({ key }) => key);
}

/** PIDs of the connections that hold locks of worker pools, one for each lock. */
async function heartbeatSessions(): Promise<number[]> {
  const locks = await database().systemDb.sql<{ pid: number }[]>`
    select pid from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and datname = current_database()`;
  return locks.map(({ pid }) => pid);
}
