import { z } from "zod";
import { database } from "../platform/context.ts";
import { metricsRegistry } from "../platform/metrics.ts";
import { route } from "./route.ts";

const StatusView = z.object({ status: z.literal("ok") });

const OK = { body: { status: "ok" as const }, headers: { "Cache-Control": "no-store" } };

/** Whether the process answers at all. */
export const health = route({
  method: "GET",
  path: "/api/health",
  summary: "Whether the process is alive",
  credential: "none",
  limit: null,
  status: 200,
  response: StatusView,
  handle: async () => OK,
});

/** Whether the process can do its work: the database answers and holds the schema. */
export const ready = route({
  method: "GET",
  path: "/api/ready",
  summary: "Whether the database answers and holds the schema",
  credential: "none",
  limit: null,
  status: 200,
  response: StatusView,
  handle: async () => {
    await database().systemDb.sql`select 1 from listings limit 1`;
    return OK;
  },
});

/** Figures of this process in Prometheus' text format: with the metrics token, or straight from this machine. */
export const metrics = route({
  method: "GET",
  path: "/api/metrics",
  summary: "Metrics of this process in Prometheus' text format",
  credential: "metrics",
  limit: null,
  status: 200,
  response: z.string(),
  handle: async () => {
    const registry = metricsRegistry();
    const text = await registry.metrics();
    return { body: text, text, headers: { "Content-Type": registry.contentType } };
  },
});
