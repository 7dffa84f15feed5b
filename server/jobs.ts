import { parseCronItems } from "graphile-worker";
import { purgeSharedCounts } from "./auth/rate-limits/shared-rate-limits.ts";
import { purgeSessions } from "./auth/sessions/session-store.ts";
import { systemContext } from "./core/context.ts";
import { reencryptSecrets } from "./core/reencrypt-secrets.ts";
import { purgeAuditLog } from "./core/retention.ts";
import { purgeEmailLinks } from "./domains/accounts/email-links/links.ts";
import { sendReset, sendVerification } from "./domains/accounts/email-links/send-links.ts";
import { indexNames } from "./domains/accounts/lookalikes/find-lookalikes.ts";
import { purgeChallenges } from "./domains/accounts/second-factors/challenges.ts";
import { announceUnavailable } from "./domains/apps/installations/announce-unavailable.ts";
import { countInstallations } from "./domains/apps/installations/count-days.ts";
import { advanceRollout, queueRollouts } from "./domains/apps/rollouts/advance.ts";
import { failWaitingEvent, processEvent } from "./domains/billing/process.ts";
import { redactEvents } from "./domains/billing/retention.ts";
import { purgeUnreportedArtifacts } from "./domains/builds/artifacts/service.ts";
import { findMissingFailures } from "./domains/builds/failures/find-missing.ts";
import { closeLogs } from "./domains/builds/logs/close.ts";
import { purgeUnappliedReports } from "./domains/builds/report.ts";
import { countOutcomes } from "./domains/builds/statistics/count-outcomes.ts";
import { collectArchives } from "./domains/items/archives/collect.ts";
import { parseChangelogs } from "./domains/items/markdown/changelog-documents.ts";
import { collectPreviews } from "./domains/items/themes/collect-previews.ts";
import { runCheck } from "./domains/listings/checks/run-check.ts";
import { indexItemNames } from "./domains/listings/item-names.ts";
import { queueChecks } from "./domains/listings/queue-checks.ts";
import { purgeDownloadNetworks } from "./domains/marketplace/count-downloads.ts";
import { trimRecentItems } from "./domains/marketplace/search.ts";
import { purgeEvents } from "./domains/notifications/callbacks/purge.ts";
import { sendDigest } from "./domains/notifications/digest.ts";
import { recordExpiringTokens } from "./domains/notifications/notices/tokens.ts";
import { purgeDeadJobs } from "./domains/system/service.ts";
import { purgeExpiredKeys } from "./http/idempotency.ts";
import { purgeMails } from "./mail/purge.ts";
import { sendMail } from "./mail/send-mail.ts";
import type { TaskHandlers } from "./queue/runner.ts";
import { JOB_SCHEDULE } from "./queue/schedule.ts";
import { CHECKS_IDLE_TIMEOUT_MS, waitForIdle } from "./queue/wait-for-idle.ts";
import { deleteQueuedObjects } from "./storage/garbage-collection.ts";

export const TASKS: TaskHandlers = {
  close_build_logs: () => closeLogs(systemContext("jobs")),
  purge_artifacts: () => purgeUnreportedArtifacts(systemContext("jobs")),
  count_build_outcomes: () => countOutcomes(systemContext("jobs")),
  find_missing_failures: () => findMissingFailures(systemContext("jobs")),
  purge_expired_keys: async () => {
    await purgeExpiredKeys(systemContext("jobs"));
    await purgeSharedCounts();
    await purgeEmailLinks(systemContext("jobs"));
    await purgeChallenges(systemContext("jobs"));
    await purgeSessions(systemContext("jobs"));
    await purgeDownloadNetworks(systemContext("jobs"));
  },
  purge_history: async () => {
    await purgeDeadJobs(systemContext("jobs"));
    await purgeUnappliedReports(systemContext("jobs"));
    await purgeAuditLog(systemContext("jobs"));
  },
  index_names: async () => {
    await indexNames(systemContext("jobs"));
    await indexItemNames(systemContext("jobs"));
  },
  reencrypt_secrets: () => reencryptSecrets(systemContext("jobs")),
  announce_expiring_tokens: () => recordExpiringTokens(systemContext("jobs")),
  collect_previews: () => collectPreviews(systemContext("jobs")),
  collect_archives: () => collectArchives(systemContext("jobs")),
  delete_objects: () => deleteQueuedObjects(systemContext("jobs")),
  queue_checks: () => queueChecks(systemContext("checks")),
  parse_changelogs: () => parseChangelogs(systemContext("checks")),
  check_listing: async ({ listingId }, { job }) => {
    await waitForIdle(CHECKS_IDLE_TIMEOUT_MS);
    await runCheck(systemContext("checks"), listingId, job.attempts >= job.max_attempts);
  },
  process_billing_event: ({ eventId }, { job }) =>
    processEvent(systemContext("billing"), eventId, job.attempts >= job.max_attempts),
  redact_billing_events: () => redactEvents(systemContext("billing")),
  send_mail: ({ mailId }) => sendMail(systemContext("mail"), mailId),
  send_digest: (digest) => sendDigest(systemContext("mail"), digest),
  send_verification: (link) => sendVerification(systemContext("mail"), link),
  send_reset: (link) => sendReset(systemContext("mail"), link),
  purge_mails: () => purgeMails(systemContext("mail")),
  purge_notifications: () => purgeEvents(systemContext("callbacks")),
  trim_recent_items: () => trimRecentItems(systemContext("marketplace")),
  announce_unavailable: (cause) => announceUnavailable(systemContext("installations"), cause),
  count_installations: () => countInstallations(systemContext("installations")),
  queue_rollouts: () => queueRollouts(systemContext("rollouts")),
  advance_rollout: ({ rolloutId }) => advanceRollout(systemContext("rollouts"), rolloutId),
  give_up_billing_event: ({ eventId }) => failWaitingEvent(systemContext("billing"), eventId),
};

export const CRON_ITEMS = parseCronItems(
  Object.entries(JOB_SCHEDULE).map(([task, match]) => ({ task, match, identifier: task })),
);
