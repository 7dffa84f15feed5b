import type { Tasks } from "./enqueue.ts";

/** Schedule of the queue by task, as cron expressions in UTC. */
export const JOB_SCHEDULE: Partial<Record<keyof Tasks, string>> = {
  close_build_logs: "* * * * *",
  count_build_outcomes: "* * * * *",
  delete_objects: "* * * * *",
  queue_checks: "* * * * *",
  queue_rollouts: "* * * * *",
  find_missing_failures: "* * * * *",
  index_names: "* * * * *",
  purge_expired_keys: "17 * * * *",
  parse_changelogs: "*/5 * * * *",
  count_installations: "*/10 * * * *",
  trim_recent_items: "*/10 * * * *",
  purge_history: "23 * * * *",
  collect_archives: "29 * * * *",
  reencrypt_secrets: "37 * * * *",
  announce_expiring_tokens: "41 * * * *",
  purge_artifacts: "41 * * * *",
  redact_billing_events: "41 * * * *",
  collect_previews: "47 * * * *",
  purge_mails: "51 * * * *",
  purge_notifications: "53 * * * *",
};
