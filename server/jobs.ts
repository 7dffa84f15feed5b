import { parseCronItems } from "graphile-worker";
import { collectArchives } from "./archives/collect.ts";
import { purgeUnreportedArtifacts } from "./artifacts/purge.ts";
import { purgeSharedCounts } from "./auth/shared-rate-counts.ts";
import { failWaitingEvent, processEvent } from "./billing/process.ts";
import { redactEvents } from "./billing/retention.ts";
import { closeLogs } from "./build-logs/close.ts";
import { countOutcomes } from "./build-statistics/count-outcomes.ts";
import { queueChecks } from "./checks/queue/queue-checks.ts";
import { runCheck } from "./checks/run.ts";
import { purgeExpiredKeys } from "./http/idempotency.ts";
import { announceExpiringTokens } from "./inbox/expiring-tokens.ts";
import { purgeNotifications } from "./notifications/purge.ts";
import { sender } from "./notifications/sender.ts";
import { dispatchAndSend } from "./notifications/watch.ts";
import { systemContext } from "./platform/context.ts";
import type { TaskHandlers } from "./queue/runner.ts";
import { CHECKS_IDLE_TIMEOUT_MS, waitForIdle } from "./queue/wait-for-idle.ts";
import { collectPreviews } from "./themes/collect-previews.ts";

/** Every job that the platform runs, by the name under which it is queued. One that throws runs again later. */
export const TASKS: TaskHandlers = {
  close_build_logs: () => closeLogs(systemContext("jobs")),
  purge_artifacts: () => purgeUnreportedArtifacts(systemContext("jobs")),
  count_build_outcomes: () => countOutcomes(systemContext("jobs")),
  purge_expired_keys: async () => {
    await purgeExpiredKeys(systemContext("jobs"));
    await purgeSharedCounts();
  },
  announce_expiring_tokens: () => announceExpiringTokens(systemContext("jobs")),
  dispatch_events: (payload) => dispatchAndSend(systemContext("callbacks"), payload),
  send_callbacks: async ({ channelId }) => void sender().drain(channelId),
  collect_previews: () => collectPreviews(systemContext("jobs")),
  collect_archives: () => collectArchives(systemContext("jobs")),
  queue_checks: () => queueChecks(systemContext("checks")),
  check_listing: async ({ listingId }, { job }) => {
    await waitForIdle(CHECKS_IDLE_TIMEOUT_MS);
    await runCheck(systemContext("checks"), listingId, job.attempts >= job.max_attempts);
  },
  process_billing_event: ({ eventId }, { job }) =>
    processEvent(systemContext("billing"), eventId, job.attempts >= job.max_attempts),
  redact_billing_events: () => redactEvents(systemContext("billing")),
  purge_notifications: () => purgeNotifications(systemContext("callbacks")),
  give_up_billing_event: ({ eventId }) => failWaitingEvent(systemContext("billing"), eventId),
};

/** What runs by the clock, in UTC. */
export const CRON_ITEMS = parseCronItems([
  { task: "close_build_logs", match: "* * * * *", identifier: "close_build_logs" },
  { task: "purge_artifacts", match: "41 * * * *", identifier: "purge_artifacts" },
  { task: "count_build_outcomes", match: "* * * * *", identifier: "count_build_outcomes" },
  { task: "purge_expired_keys", match: "17 * * * *", identifier: "purge_expired_keys" },
  { task: "announce_expiring_tokens", match: "41 * * * *", identifier: "announce_expiring_tokens" },
  {
    task: "dispatch_events",
    match: "* * * * *",
    payload: { sweep: true },
    identifier: "sweep_events",
  },
  { task: "queue_checks", match: "* * * * *", identifier: "queue_checks" },
  { task: "collect_previews", match: "47 * * * *", identifier: "collect_previews" },
  { task: "collect_archives", match: "29 * * * *", identifier: "collect_archives" },
  { task: "redact_billing_events", match: "41 * * * *", identifier: "redact_billing_events" },
  { task: "purge_notifications", match: "53 * * * *", identifier: "purge_notifications" },
]);
