import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { z } from "zod";
import { processSingleton } from "@/db/client.ts";
import { database } from "./context.ts";

/** The process's metrics, made once. */
export function metricsRegistry(): Registry {
  return instruments().registry;
}

/** How many REST requests this process is about to answer. */
export const requestsUnderWay = (): number => underWay().requests;

const underWay = () => processSingleton("requests-under-way", () => ({ requests: 0 }));

/** The same handler, with its duration and outcome counted under the route's path. */
export function measured(
  { method, path }: { method: string; path: string },
  handler: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const startedAt = performance.now();
    const counted = underWay();
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

/** How a try of a callback ended: taken, answered otherwise, or not answered at all. */
export type CallbackOutcome = "delivered" | "refused" | "unanswered";

/** Counts a try of a callback and how long it took. */
export function countCallback(outcome: CallbackOutcome, durationMs: number): void {
  instruments().callbacks.observe({ outcome }, durationMs / 1000);
}

const instruments = () =>
  processSingleton("metrics", () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const duration = new Histogram({
      name: "drydock_http_request_duration_seconds",
      help: "Time from a REST request to its answer, by route, method and status.",
      labelNames: ["method", "path", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    });
    const callbacks = new Histogram({
      name: "drydock_callback_attempt_duration_seconds",
      help: "Time of each try of an outbound callback, by how it ended.",
      labelNames: ["outcome"],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers: [registry],
    });
    observeDatabase(registry);
    return { registry, duration, callbacks };
  });

/** Figures that the database knows, asked when metrics are. A database that is away leaves them out. */
function observeDatabase(registry: Registry): void {
  const up = gauge(registry, "drydock_database_up", "Whether the database answers.");
  const queued = gauge(registry, "drydock_jobs_queued", "Jobs that wait in the queue.");
  const oldest = gauge(
    registry,
    "drydock_jobs_oldest_seconds",
    "How long the oldest due job has been waiting.",
  );
  const pending = gauge(registry, "drydock_listings_pending", "Listings that wait for a decision.");
  const unfinished = gauge(registry, "drydock_builds_unfinished", "Builds that are queued or run.");
  const owed = gauge(registry, "drydock_callbacks_pending", "Callbacks that are owed and not delivered yet.");
  const backlog = gauge(
    registry,
    "drydock_callbacks_oldest_seconds",
    "How long ago the oldest callback that is still owed came to be.",
  );
  up.collect = async () => {
    try {
      const [row] = await database().systemDb.sql`
        select
          (select count(*)::integer from graphile_worker.jobs) as queued,
          (select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 from graphile_worker.jobs
            where run_at <= now() and locked_at is null) as oldest,
          count_pending_listings() as pending,
          (select count(*)::integer from builds where finished_at is null) as unfinished,
          (select count(*)::integer from deliveries where state = 'PENDING') as owed,
          (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from deliveries
            where state = 'PENDING') as backlog`;
      const figures = Figures.parse(row);
      up.set(1);
      queued.set(figures.queued);
      oldest.set(figures.oldest);
      pending.set(figures.pending);
      unfinished.set(figures.unfinished);
      owed.set(figures.owed);
      backlog.set(figures.backlog);
    } catch {
      up.set(0);
    }
  };
}

const Figures = z.object({
  queued: z.number(),
  oldest: z.number(),
  pending: z.number(),
  unfinished: z.number(),
  owed: z.number(),
  backlog: z.number(),
});

function gauge(registry: Registry, name: string, help: string): Gauge & { collect?: () => Promise<void> } {
  return new Gauge({ name, help, registers: [registry] });
}
