import { parseCronItems } from "graphile-worker";
import { purgeSharedCounts } from "./auth/rate-limits/shared-rate-limits.ts";
import { purgeSessions } from "./auth/sessions/session-store.ts";
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
import { parseReadmes } from "./domains/items/markdown/readme-documents.ts";
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
  close_build_logs: (as) => closeLogs(as("jobs")),
  purge_artifacts: (as) => purgeUnreportedArtifacts(as("jobs")),
  count_build_outcomes: (as) => countOutcomes(as("jobs")),
  find_missing_failures: (as) => findMissingFailures(as("jobs")),
  purge_expired_keys: async (as) => {
    await purgeExpiredKeys(as("jobs"));
    await purgeSharedCounts();
    await purgeEmailLinks(as("jobs"));
    await purgeChallenges(as("jobs"));
    await purgeSessions(as("jobs"));
    await purgeDownloadNetworks(as("jobs"));
  },
  purge_history: async (as) => {
    await purgeDeadJobs(as("jobs"));
    await purgeUnappliedReports(as("jobs"));
    await purgeAuditLog(as("jobs"));
  },
  index_names: async (as) => {
    await indexNames(as("jobs"));
    await indexItemNames(as("jobs"));
  },
  reencrypt_secrets: (as) => reencryptSecrets(as("jobs")),
  announce_expiring_tokens: (as) => recordExpiringTokens(as("jobs")),
  collect_previews: (as) => collectPreviews(as("jobs")),
  collect_archives: (as) => collectArchives(as("jobs")),
  delete_objects: (as) => deleteQueuedObjects(as("jobs")),
  queue_checks: (as) => queueChecks(as("checks")),
  parse_changelogs: async (as) => {
    await parseChangelogs(as("checks"));
    await parseReadmes(as("checks"));
  },
  check_listing: async (as, { listingId }, { isLast }) => {
    await waitForIdle(CHECKS_IDLE_TIMEOUT_MS);
    await runCheck(as("checks"), listingId, isLast);
  },
  process_billing_event: (as, { eventId }, { isLast }) => processEvent(as("billing"), eventId, isLast),
  redact_billing_events: (as) => redactEvents(as("billing")),
  send_mail: (as, { mailId }) => sendMail(as("mail"), mailId),
  send_digest: (as, digest) => sendDigest(as("mail"), digest),
  send_verification: (as, link) => sendVerification(as("mail"), link),
  send_reset: (as, link) => sendReset(as("mail"), link),
  purge_mails: (as) => purgeMails(as("mail")),
  purge_notifications: (as) => purgeEvents(as("callbacks")),
  trim_recent_items: (as) => trimRecentItems(as("marketplace")),
  announce_unavailable: (as, cause) => announceUnavailable(as("installations"), cause),
  count_installations: (as) => countInstallations(as("installations")),
  queue_rollouts: (as) => queueRollouts(as("rollouts")),
  advance_rollout: (as, { rolloutId }) => advanceRollout(as("rollouts"), rolloutId),
  give_up_billing_event: (as, { eventId }) => failWaitingEvent(as("billing"), eventId),
};

export const CRON_ITEMS = parseCronItems(
  Object.entries(JOB_SCHEDULE).map(([task, match]) => ({ task, match, identifier: task })),
);
