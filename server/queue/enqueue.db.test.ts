import { sql } from "drizzle-orm";
import { Logger, runOnce } from "graphile-worker";
import { describe, expect, it } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { enqueue, enqueueEach } from "./enqueue.ts";

setUpPlatform();

interface QueuedJob {
  task: string;
  queue: string | null;
  attempts: number;
  runAt: number;
}

const queuedJobs = (key: string) =>
  database().systemDb.sql<QueuedJob[]>`
    select task_identifier as task, queue_name as queue, max_attempts as attempts, extract(epoch from run_at)::float8 as "runAt"
    from graphile_worker.jobs where key = ${key}`;

describe("enqueue", () => {
  it("queues on commit, before any runner has run", async () => {
    await writeUnaudited(systemContext("test"), (tx) =>
      enqueue(tx, "purge_expired_keys", {}, { jobKey: "kept" }),
    );
    expect(await queuedJobs("kept")).toMatchObject([
      { task: "purge_expired_keys", queue: null, attempts: 25 },
    ]);
  });

  it("works inside a tenant's scope", async () => {
    const ctx = await signInMember();
    await writeUnaudited(ctx, (tx) => enqueue(tx, "purge_expired_keys", {}, { jobKey: "walled" }));
    expect(await queuedJobs("walled")).toHaveLength(1);
  });

  it("queues nothing after a rollback", async () => {
    const writing = writeUnaudited(systemContext("test"), async (tx) => {
      await enqueue(tx, "purge_expired_keys", {}, { jobKey: "lost" });
      await tx.execute(sql`select 1 / 0`);
    });
    await expect(writing).rejects.toThrow();
    expect(await queuedJobs("lost")).toEqual([]);
  });

  it("passes all options, and replaces a queued job with the same key", async () => {
    const runAt = new Date(Date.now() + 3_600_000);
    await writeUnaudited(systemContext("test"), async (tx) => {
      await enqueue(tx, "purge_expired_keys", {}, { jobKey: "once" });
      await enqueue(tx, "purge_expired_keys", {}, { jobKey: "once", queueName: "q", maxAttempts: 3, runAt });
    });
    expect(await queuedJobs("once")).toMatchObject([
      { queue: "q", attempts: 3, runAt: runAt.getTime() / 1_000 },
    ]);
  });

  it("queues several jobs at once, each with its payload and key", async () => {
    const jobs = ["first", "second", "third"].map((jobKey) => ({ payload: {}, jobKey }));
    await writeUnaudited(systemContext("test"), (tx) =>
      enqueueEach(tx, "purge_expired_keys", jobs, { maxAttempts: 3 }),
    );
    for (const { jobKey } of jobs)
      expect(await queuedJobs(jobKey)).toMatchObject([{ attempts: 3, queue: null }]);
    await writeUnaudited(systemContext("test"), (tx) => enqueueEach(tx, "purge_expired_keys", []));
  });

  it("passes the payload to the task", async () => {
    const tenant = await createTenant(database().systemDb.orm);
    const payload = { tenantId: tenant.id, text: "“quoted” \\ 'text' 𝄞" };
    await writeUnaudited(systemContext("test"), (tx) => enqueue(tx, "purge_expired_keys", payload as never));
    const told: unknown[] = [];
    await runOnce({
      connectionString: env().DATABASE_URL ?? "",
      noHandleSignals: true,
      logger: new Logger(() => () => undefined),
      taskList: { purge_expired_keys: (given) => void told.push(given) },
    });
    expect(told).toContainEqual(payload);
  });
});
