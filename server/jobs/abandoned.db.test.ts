import { expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/test-platform.ts";
import { database, systemContext } from "../context.ts";
import { env } from "../env.ts";
import { read } from "../mutate.ts";
import { releaseAbandoned } from "./abandoned.ts";
import { enqueue } from "./enqueue.ts";
import { openPresence, presenceKeySql } from "./presence.ts";

setUpPlatform();

/** For how many seconds each has been held by the worker of its own name; nobody holds what is not named. */
const HELD = { killed: 20, running: 60, starting: 5, lost: 1_000 };

it("gives back what killed processes took, and leaves what runs", async () => {
  const { sql } = database().systemDb;
  await read(systemContext("test"), async (tx) => {
    for (const jobKey of [...Object.keys(HELD), "waiting"]) {
      await enqueue(tx, "purge_expired_keys", {}, { jobKey });
    }
  });
  for (const [key, seconds] of Object.entries(HELD)) {
    await sql`update graphile_worker._private_jobs
      set locked_by = key, locked_at = now() - make_interval(secs => ${seconds}) where key = ${key}`;
  }
  const presence = openPresence(env().DATABASE_URL ?? "");
  presence.announce("running");
  presence.announce("lost");
  await expect.poll(announcers).toHaveLength(2);
  await releaseAbandoned();
  expect(await stillHeld()).toEqual(["running", "starting"]);
  await presence.stop();
  await expect.poll(announcers).toEqual([]);
  await releaseAbandoned();
  expect(await stillHeld()).toEqual(["starting"]);
});

it("announces again after its connection broke", async () => {
  const presence = openPresence(env().DATABASE_URL ?? "");
  presence.announce("steady");
  await expect.poll(announcers).toHaveLength(1);
  const [first] = await announcers();
  await database().systemDb.sql`select pg_terminate_backend(${first ?? 0}::integer)`;
  await expect.poll(announcers).toEqual([expect.not.toBeOneOf([first])]);
  await presence.stop();
  await expect.poll(announcers).toEqual([]);
});

it("announces once who came while others were being announced, and withdraws whoever goes", async () => {
  const { sql } = database().systemDb;
  const presence = openPresence(env().DATABASE_URL ?? "");
  await sql.begin(async (tx) => {
    // Nobody is announced while somebody else has the first one's key for himself.
    await tx`select pg_advisory_xact_lock(${tx.unsafe(presenceKeySql("'first'"))})`;
    for (const holder of ["first", "early"]) presence.announce(holder);
    await expect.poll(async () => (await announcers()).length).toBe(2);
    presence.announce("late");
    presence.withdraw("early");
  });
  await expect.poll(announcers).toHaveLength(2);
  for (const holder of ["late", "first"]) presence.withdraw(holder);
  await expect.poll(announcers).toEqual([]);
  await presence.stop();
});

async function stillHeld(): Promise<string[]> {
  const jobs = await database().systemDb.sql<{ key: string }[]>`
    select key from graphile_worker.jobs where locked_by is not null order by key`;
  return jobs.map(({ key }) => key);
}

/** The pids of the connections that hold a worker's lock, one for each lock. */
async function announcers(): Promise<number[]> {
  const locks = await database().systemDb.sql<{ pid: number }[]>`
    select pid from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and datname = current_database()`;
  return locks.map(({ pid }) => pid);
}
