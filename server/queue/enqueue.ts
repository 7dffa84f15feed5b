import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { Tasks } from "./payloads.ts";

export interface EnqueueOptions {
  /** Not before this; at once where it is left out. */
  runAt?: Date;
  /** Jobs of one queue run one after the other, in every process. */
  queueName?: string;
  /** A waiting job with this key is replaced by the new one instead of standing beside it. */
  jobKey?: string;
  /** How often it is tried, with growing pauses, before it is left for a person; 25 where it is left out. */
  maxAttempts?: number;
}

/**
 * Queues a job in the writer's own transaction, at any scope: it runs once that is committed, and never was when it is
 * rolled back. It runs at least once, so the task has to bear a repetition.
 */
export async function enqueue<T extends keyof Tasks>(
  tx: Transaction,
  task: T,
  payload: Tasks[T],
  { runAt, queueName, jobKey, maxAttempts }: EnqueueOptions = {},
): Promise<void> {
  await tx.execute(sql`
    select from graphile_worker.add_job(
      ${task}::text, ${JSON.stringify(payload)}::json,
      queue_name => ${queueName ?? null}::text,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${maxAttempts ?? null}::integer,
      job_key => ${jobKey ?? null}::text
    )`);
}

/** Queues jobs of one kind like {@link enqueue}, all of them at once; no two may have the same key. */
export async function enqueueEach<T extends keyof Tasks>(
  tx: Transaction,
  task: T,
  jobs: readonly { payload: Tasks[T]; jobKey: string }[],
  { maxAttempts }: Pick<EnqueueOptions, "maxAttempts"> = {},
): Promise<void> {
  await tx.execute(sql`
    select from graphile_worker.add_jobs(array(
      select row(
        ${task}::text, job.payload, null, null, ${maxAttempts ?? null}::smallint, job."jobKey", null, null
      )::graphile_worker.job_spec
      from json_to_recordset(${JSON.stringify(jobs)}::text::json) as job (payload json, "jobKey" text)
    ))`);
}
