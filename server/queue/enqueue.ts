import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { NoticeKind } from "@/shared/vocabulary.ts";
import { wakeLoops } from "./due-loop.ts";

/** Payloads by job. A payload holds IDs; the job reads the rows when it runs. */
export interface Tasks {
  close_build_logs: Record<string, never>;
  purge_artifacts: Record<string, never>;
  count_build_outcomes: Record<string, never>;
  /** Computes the failure of builds that failed under an older release. */
  find_missing_failures: Record<string, never>;
  collect_archives: Record<string, never>;
  /** Deletes the objects whose rows were deleted. */
  delete_objects: Record<string, never>;
  purge_expired_keys: Record<string, never>;
  /** Deletes dead jobs, reports without effect and entries of the audit log after their retention. */
  purge_history: Record<string, never>;
  /** Encrypts secrets of an earlier key again. */
  reencrypt_secrets: Record<string, never>;
  announce_expiring_tokens: Record<string, never>;
  /** Computes missing keys for the detection of lookalike names. */
  index_names: Record<string, never>;
  collect_previews: Record<string, never>;
  /** Queues the checks that are missing. */
  queue_checks: Record<string, never>;
  /** Parses the changelogs without a document of the current parser. */
  parse_changelogs: Record<string, never>;
  check_listing: { listingId: string };
  process_billing_event: { eventId: string };
  /** Fails an event whose parent did not arrive. */
  give_up_billing_event: { eventId: string };
  send_mail: { mailId: string };
  /** Mails the collected notices of one kind to a user. */
  send_digest: { userId: string; kind: NoticeKind };
  /** Mails a link to verify the address of an account. */
  send_verification: { linkId: string; userId: string };
  /** Mails a reset link. The payload is an address, which may have no account. */
  send_reset: { linkId: string; email: string; cause: "RESET" | "SIGN_UP" };
  purge_mails: Record<string, never>;
  redact_billing_events: Record<string, never>;
  purge_notifications: Record<string, never>;
  /** Queues the rollouts that have work. */
  queue_rollouts: Record<string, never>;
  /** Records an event for each installation of a suspended or withdrawn version, or of a suspended publisher's versions. */
  announce_unavailable: { listingId: string } | { publisherId: string };
  /** Clears `isRecent` of all but the newest items of the marketplace. */
  trim_recent_items: Record<string, never>;
  /** Counts the installations of each version for the day. */
  count_installations: Record<string, never>;
  advance_rollout: { rolloutId: string };
}

export interface EnqueueOptions {
  /** Earliest start; default now. */
  runAt?: Date;
  /** Jobs of one queue run one after the other, across processes. */
  queueName?: string;
  /** Replaces a queued job with the same key. */
  jobKey?: string;
  /** True to keep the start of the replaced job, so that a job that is queued repeatedly still runs. */
  keepsRunAt?: boolean;
  /** Attempts with exponential backoff before the job fails for good; default 25. */
  maxAttempts?: number;
}

/**
 * Queues a job within the caller's transaction, at any scope: it runs after the commit, and never after a rollback.
 * Jobs run at least once, so tasks must be idempotent.
 */
export async function enqueue<T extends keyof Tasks>(
  tx: Transaction,
  task: T,
  payload: Tasks[T],
  { runAt, queueName, jobKey, keepsRunAt, maxAttempts }: EnqueueOptions = {},
): Promise<void> {
  // The queue notifies of new jobs, but not of a job that replaces another.
  if (jobKey) wakeLoops("jobs");
  await tx.execute(sql`
    select from graphile_worker.add_job(
      ${task}::text, ${JSON.stringify(payload)}::json,
      queue_name => ${queueName ?? null}::text,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${maxAttempts ?? null}::integer,
      job_key => ${jobKey ?? null}::text,
      job_key_mode => ${keepsRunAt ? "preserve_run_at" : "replace"}::text
    )`);
}

/** Queues many jobs of one task like {@link enqueue}, in one statement. Their keys must differ. */
export async function enqueueEach<T extends keyof Tasks>(
  tx: Transaction,
  task: T,
  jobs: readonly { payload: Tasks[T]; jobKey: string; queueName?: string }[],
  { maxAttempts }: Pick<EnqueueOptions, "maxAttempts"> = {},
): Promise<void> {
  await tx.execute(sql`
    select from graphile_worker.add_jobs(array(
      select row(
        ${task}::text, job.payload, job."queueName", null, ${maxAttempts ?? null}::smallint, job."jobKey", null, null
      )::graphile_worker.job_spec
      from json_to_recordset(${JSON.stringify(jobs)}::text::json) as job (payload json, "jobKey" text, "queueName" text)
    ))`);
}
