import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processSingleton } from "@/db/client.ts";
import { clockSkewMs } from "@/db/clock.ts";
import { database } from "./context.ts";
import { env } from "./env/env.ts";

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
    const held = new Gauge({
      name: "drydock_outbound_held",
      help: "1 if OUTBOUND=hold keeps callbacks and email from being sent, otherwise 0.",
      registers: [registry],
    });
    held.set(env().OUTBOUND === "hold" ? 1 : 0);
    new Gauge({
      name: "drydock_clock_skew_seconds",
      help: "Seconds by which the process's clock is ahead of the database's.",
      registers: [registry],
      collect() {
        const skewMs = clockSkewMs();
        if (skewMs === null) this.remove();
        else this.set(skewMs / 1000);
      },
    });
    observeDatabase(registry);
    return { registry, duration, callbacks, mails };
  });

/** Gauges that are read from the database, by the column of the query that reads them. */
const DATABASE_GAUGES = {
  due: ["drydock_jobs_queued", "Jobs that are due and will be tried."],
  dead: ["drydock_jobs_dead", "Jobs that failed for the last time."],
  oldest: ["drydock_jobs_oldest_seconds", "Age of the oldest due job."],
  pending: ["drydock_listings_pending", "Listings pending approval."],
  unfinished: ["drydock_builds_unfinished", "Queued and running builds."],
  undelivered: ["drydock_callbacks_pending", "Undelivered callbacks."],
  backlog: ["drydock_callbacks_oldest_seconds", "Age of the oldest undelivered callback."],
  unsent: ["drydock_mails_unsent", "Emails that are queued or being sent."],
  undeleted: ["drydock_object_deletions_queued", "Objects that wait to be deleted from the object store."],
  stopped: ["drydock_garbage_collections_stopped", "Garbage collections that stopped at an unusual share."],
} as const;

type DatabaseCounts = Record<keyof typeof DATABASE_GAUGES, number>;

/** An unreachable database leaves its gauges out. All of them wait for one query: each is of this scrape. */
function observeDatabase(registry: Registry): void {
  let reading: Promise<DatabaseCounts | null> | undefined;
  const readOnce = () => {
    reading ??= readDatabase()
      .catch(() => null)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  new Gauge({
    name: "drydock_database_up",
    help: "1 if the database responds, otherwise 0.",
    registers: [registry],
    async collect() {
      this.set((await readOnce()) ? 1 : 0);
    },
  });
  for (const [column, [name, help]] of Object.entries(DATABASE_GAUGES)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const counts = await readOnce();
        if (counts) this.set(counts[column as keyof DatabaseCounts]);
        else this.remove();
      },
    });
  }
}

async function readDatabase(): Promise<DatabaseCounts> {
  const [row] = await database().systemDb.sql<DatabaseCounts[]>`
    select jobs.*, count_pending_listings() as pending,
      (select count(*)::integer from builds where finished_at is null) as unfinished,
      (select count(*)::integer from deliveries where state = 'PENDING') as undelivered,
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from deliveries
        where state = 'PENDING') as backlog,
      (select count(*)::integer from mails where state in ('QUEUED', 'SENDING')) as unsent,
      (select count(*)::integer from object_deletions) as undeleted,
      (select count(*)::integer from collection_stops) as stopped
    from (
      select count(*) filter (where is_due)::integer as due,
        count(*) filter (where attempts >= max_attempts and locked_at is null)::integer as dead,
        coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as oldest
      from (
        select *, run_at <= now() and locked_at is null and attempts < max_attempts as is_due
        from graphile_worker.jobs
      ) job
    ) jobs`;
  if (!row) throw new Error("the database returned no counts");
  return row;
}
