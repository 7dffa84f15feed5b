import { z } from "zod";
import { findConnectionProblem } from "@/db/client.ts";
import { database } from "@/server/core/context.ts";
import { VERSION } from "@/server/core/env/version.ts";
import { findObstacle } from "@/server/core/lifecycle.ts";
import { log } from "@/server/core/log.ts";
import { metricsRegistry } from "@/server/core/metrics.ts";
import { withTimeout } from "@/server/core/timeouts.ts";
import { AppError } from "@/shared/errors.ts";
import { route } from "./route.ts";

const StatusView = z.object({ status: z.literal("ok") });

const HealthView = StatusView.extend({ version: z.string() });

const OK = { body: { status: "ok" as const }, headers: { "Cache-Control": "no-store" } };

/** Liveness probe. */
export const health = route({
  method: "GET",
  path: "/api/health",
  summary: "Check that the process is alive",
  credential: "none",
  limit: null,
  status: 200,
  response: HealthView,
  handle: async () => ({ ...OK, body: { ...OK.body, version: VERSION } }),
});

/** Time for the database's answers. Probes give up soon, and it is short of a statement's timeout. */
const READY_TIMEOUT_MS = 2_000;

/**
 * Readiness probe: nothing keeps the process from serving, such as a page process that hangs, and the database answers, has
 * the schema, and is reached as row-level security needs it.
 */
export const ready = route({
  method: "GET",
  path: "/api/ready",
  summary: "Check that the database responds and is migrated",
  credential: "none",
  limit: null,
  status: 200,
  response: StatusView,
  handle: async () => {
    const problem = await withTimeout(askDatabase(), READY_TIMEOUT_MS);
    const obstacle = findObstacle();
    if (obstacle !== null) throw new AppError("UNAVAILABLE", obstacle);
    if (problem === null) return OK;
    log().error({ problem }, "the database connections cannot be used");
    throw new AppError(
      "UNAVAILABLE",
      "The database connections are not set up as they must be; see the log.",
    );
  },
});

async function askDatabase(): Promise<string | null> {
  await database().systemDb.sql`select 1 from listings limit 1`;
  return findConnectionProblem(database());
}

/** Prometheus metrics of this process, for the metrics token or a direct connection from this machine. */
export const metrics = route({
  method: "GET",
  path: "/api/metrics",
  summary: "Get metrics in the Prometheus text format",
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
