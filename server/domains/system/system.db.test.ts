import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema/index.ts";
import { createDeadJob } from "@/e2e/support/jobs.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { RETENTION_DAYS } from "@/server/core/retention.ts";
import { DAY_MS } from "@/shared/time.ts";
import { ListDeadJobs } from "./input.ts";
import { discardJob, getSystem, listDeadJobs, purgeDeadJobs, retryJob } from "./service.ts";

setUpPlatform();

const sql = () => database().systemDb.sql;
beforeEach(() => sql()`delete from graphile_worker._private_jobs`);

const readJob = async (id: string) =>
  (
    await sql()`
      select attempts, run_at <= now() as due from graphile_worker.jobs where id = ${id}::bigint`
  )[0];
const auditOf = (id: string) =>
  database().systemDb.orm.select().from(auditLog).where(eq(auditLog.subjectId, id));

describe("getSystem", () => {
  it("counts jobs by task and state, and shows release, migrations and schedule", async () => {
    await createDeadJob("send_mail");
    await sql()`select graphile_worker.add_job('send_mail', '{}'::json, run_at => now() - interval '1 minute')`;
    await sql()`select graphile_worker.add_job('send_mail', '{}'::json, run_at => now() + interval '1 hour')`;
    await sql()`select graphile_worker.add_job('advance_rollout', '{}'::json)`;
    await sql()`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool'
      where id = (select id from graphile_worker.jobs where task_identifier = 'advance_rollout')`;
    await sql()`
      insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('purge_mails', now(), '2026-01-02T03:51:00Z')`;
    const { version, migrations, tasks, schedule } = await getSystem(await signInAdmin());
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(migrations.count).toBeGreaterThan(30);
    expect(tasks).toMatchObject([
      { task: "send_mail", due: 1, running: 0, waiting: 1, dead: 1 },
      { task: "advance_rollout", due: 0, running: 1, waiting: 0, dead: 0, oldestDueAt: null },
    ]);
    expect(Date.now() - Date.parse(tasks[0]?.oldestDueAt ?? "")).toBeGreaterThan(50_000);
    expect(schedule).toContainEqual({
      task: "purge_mails",
      cron: "51 * * * *",
      lastRunAt: "2026-01-02T03:51:00.000Z",
    });
    expect(schedule).toContainEqual({ task: "collect_archives", cron: "29 * * * *", lastRunAt: null });
  });
});

describe("listDeadJobs", () => {
  it("pages, newest first, without the values of queries", async () => {
    const admin = await signInAdmin();
    // From one digit to two: their order is that of numbers.
    await sql()`alter table graphile_worker._private_jobs alter column id restart with 8`;
    const ids = [];
    for (const error of ["one", "two", "Failed query: select $1\nparams: whsec_secret"])
      ids.unshift(await createDeadJob("send_mail", error));
    const first = await listDeadJobs(admin, ListDeadJobs.parse({ limit: 2 }));
    expect(first.jobs.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.jobs[0]).toMatchObject({ task: "send_mail", lastError: "Failed query: select $1" });
    const second = await listDeadJobs(admin, ListDeadJobs.parse({ limit: 2, cursor: first.nextCursor }));
    expect(second).toMatchObject({ jobs: [{ id: ids[2], lastError: "one" }], nextCursor: null });
  });
});

describe.each([
  ["retryJob", retryJob, "job.retry"],
  ["discardJob", discardJob, "job.discard"],
] as const)("%s", (_, change, action) => {
  it("changes a dead job once, with its audit row", async () => {
    const admin = await signInAdmin();
    const id = await createDeadJob("trim_recent_items", "the disk is full");
    const results = await Promise.allSettled([change(admin, id), change(admin, id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await readJob(id)).toEqual(action === "job.retry" ? { attempts: 0, due: true } : undefined);
    expect(await auditOf(id)).toMatchObject([
      {
        action,
        subjectType: "job",
        before: { task: "trim_recent_items", lastError: "the disk is full" },
        actorId: admin.actor.userId,
      },
    ]);
  });

  it("refuses jobs that are still tried, unknown ones, and everybody but Super Admins", async () => {
    const admin = await signInAdmin();
    const [queued] = await sql()`select id::text from graphile_worker.add_job('send_mail', '{}'::json)`;
    const id = String(queued?.["id"]);
    await expect(change(admin, id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await expect(change(admin, "999999999")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const owner = await signInMember("OWNER");
    const dead = await createDeadJob("send_mail");
    await expect(change(owner, dead)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect([...(await auditOf(id)), ...(await auditOf(dead))]).toEqual([]);
    expect(await readJob(dead)).toBeDefined();
  });
});

it("purgeDeadJobs deletes what has been dead for its retention, and nothing that may still run", async () => {
  const [old, recent] = [await createDeadJob("send_mail"), await createDeadJob("send_mail")];
  const [queued] = await sql()`select id::text from graphile_worker.add_job('send_mail', '{}'::json)`;
  const failedAt = new Date(Date.now() - (RETENTION_DAYS.deadJobs + 1) * DAY_MS).toISOString();
  for (const id of [old, String(queued?.["id"])])
    await sql()`update graphile_worker._private_jobs set updated_at = ${failedAt} where id = ${id}::bigint`;
  await purgeDeadJobs(systemContext("test"));
  expect(await readJob(old)).toBeUndefined();
  expect(await readJob(recent)).toBeDefined();
  expect(await readJob(String(queued?.["id"]))).toBeDefined();
});
