import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { z } from "zod";
import { processSingleton } from "@/db/client.ts";
import { database } from "./context.ts";

export function metricsRegistry(): Registry {
  return instruments().registry;
}

export const countActiveRequests = (): number => activeRequests().requests;

const activeRequests = () => processSingleton("active-requests", () => ({ requests: 0 }));

/** Middleware that observes duration and status of a handler under its route's path. */
export function withMetrics(
  { method, path }: { method: string; path: string },
  handler: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const startedAt = performance.now();
    const counted = activeRequests();
    counted.requests += 1;
    try {
      const response = await handler(request);
      const seconds = (performance.now() - startedAt) / 1000;
      instruments().duration.observe({ method, path, status: response.status }, seconds);
      return response;
    } finally {
      counted.requests -= 1;
    }
  };
}

/** Outcome of a delivery attempt: a 2xx, another status, or no response. */
export type CallbackOutcome = "delivered" | "refused" | "unanswered";

export function countCallback(outcome: CallbackOutcome, durationMs: number): void {
  instruments().callbacks.observe({ outcome }, durationMs / 1000);
}

export type MailOutcome = "sent" | "postponed" | "failed";

export function countMail(outcome: MailOutcome): void {
  instruments().mails.inc({ outcome });
}

const instruments = () =>
  processSingleton("metrics", () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const duration = new Histogram({
      name: "drydock_http_request_duration_seconds",
      help: "Duration of REST requests, by route, method and status.",
      labelNames: ["method", "path", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    });
    const callbacks = new Histogram({
      name: "drydock_callback_attempt_duration_seconds",
      help: "Duration of callback delivery attempts, by outcome.",
      labelNames: ["outcome"],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers: [registry],
    });
    const mails = new Counter({
      name: "drydock_mail_attempts_total",
      help: "Attempts to send an email, by outcome.",
      labelNames: ["outcome"],
      registers: [registry],
    });
    observeDatabase(registry);
    return { registry, duration, callbacks, mails };
  });

/** Gauges that are read from the database at collection. An unreachable database leaves them out. */
function observeDatabase(registry: Registry): void {
  const up = gauge(registry, "drydock_database_up", "1 if the database responds, otherwise 0.");
  const queued = gauge(registry, "drydock_jobs_queued", "Jobs in the queue.");
  const oldest = gauge(registry, "drydock_jobs_oldest_seconds", "Age of the oldest due job.");
  const pending = gauge(registry, "drydock_listings_pending", "Listings pending approval.");
  const unfinished = gauge(registry, "drydock_builds_unfinished", "Queued and running builds.");
  const undelivered = gauge(registry, "drydock_callbacks_pending", "Undelivered callbacks.");
  const backlog = gauge(
    registry,
    "drydock_callbacks_oldest_seconds",
    "Age of the oldest undelivered callback.",
  );
  const unsent = gauge(registry, "drydock_mails_unsent", "Emails that are queued or being sent.");
  up.collect = async () => {
    try {
      const [row] = await database().systemDb.sql`
        select
          (select count(*)::integer from graphile_worker.jobs) as queued,
          (select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 from graphile_worker.jobs
            where run_at <= now() and locked_at is null) as oldest,
          count_pending_listings() as pending,
          (select count(*)::integer from builds where finished_at is null) as unfinished,
          (select count(*)::integer from deliveries where state = 'PENDING') as undelivered,
          (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from deliveries
            where state = 'PENDING') as backlog,
          (select count(*)::integer from mails where state in ('QUEUED', 'SENDING')) as unsent`;
      const counts = DatabaseCounts.parse(row);
      up.set(1);
      queued.set(counts.queued);
      oldest.set(counts.oldest);
      pending.set(counts.pending);
      unfinished.set(counts.unfinished);
      undelivered.set(counts.undelivered);
      backlog.set(counts.backlog);
      unsent.set(counts.unsent);
    } catch {
      up.set(0);
    }
  };
}

const DatabaseCounts = z.object({
  queued: z.number(),
  oldest: z.number(),
  pending: z.number(),
  unfinished: z.number(),
  undelivered: z.number(),
  backlog: z.number(),
  unsent: z.number(),
});

function gauge(registry: Registry, name: string, help: string): Gauge & { collect?: () => Promise<void> } {
  return new Gauge({ name, help, registers: [registry] });
}
