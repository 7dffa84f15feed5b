/** Every kind of job and what it is told. A payload names things by their ids; the job reads them when it runs. */
export interface Tasks {
  close_build_logs: Record<string, never>;
  purge_artifacts: Record<string, never>;
  count_build_outcomes: Record<string, never>;
  collect_archives: Record<string, never>;
  purge_expired_keys: Record<string, never>;
  announce_expiring_tokens: Record<string, never>;
  collect_previews: Record<string, never>;
  /** Queues the checks that nobody has queued yet. */
  queue_checks: Record<string, never>;
  check_listing: { listingId: string };
  process_billing_event: { eventId: string };
  /** Gives up on an event that still waits for its parent. */
  give_up_billing_event: { eventId: string };
  redact_billing_events: Record<string, never>;
  purge_notifications: Record<string, never>;
}
