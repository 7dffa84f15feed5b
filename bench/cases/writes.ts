import { setTimeout as delay } from "node:timers/promises";
import type postgres from "postgres";
import { DESCRIPTION, pluginSlug, rowId } from "../fixtures/ids.ts";
import { countEndedBuilds, tokenHeaders } from "../harness/product.ts";
import { type Case, type CaseRequest, jsonHeaders } from "./case.ts";

/** Two reports on a queued build: that it is in progress, and that it is complete. */
export const REPORT: Case = {
  title: "Build report",
  endpoint: "POST /api/builds/webhook/status",
  note: "The product batches concurrent reports into one statement.",
  baselines: [
    { name: "fastify" },
    { name: "fastifySteps", minRatio: 1 },
    { name: "next", minRatio: 3 },
    { name: "loop" },
  ],
  buildsPerRequest: 1 / 2,
  createRequests: ({ builds, buildSecret }) => {
    let next = builds.first;
    return (pair) => {
      if (typeof pair["buildId"] === "string") {
        return reportRequest(buildSecret, pair["buildId"], "COMPLETED");
      }
      if (next >= builds.first + builds.count) throw new Error("the sample has used up its queued builds");
      const buildId = rowId("freshBuild", next++);
      pair["buildId"] = buildId;
      return reportRequest(buildSecret, buildId, "IN_PROGRESS");
    };
  },
  countWrites: async ({ sql }) => {
    const [row] = await sql<Count[]>`select count(*)::integer from build_reports where applied`;
    return row?.count ?? 0;
  },
  cleanUp: countEndedBuilds,
};

/** New versions of the plugins of all tenants. */
export const PUBLISH: Case = {
  title: "Publish",
  endpoint: "POST /api/marketplace/publish",
  note: "The product makes one database call for each version.",
  baselines: [{ name: "fastify", minRatio: 0.8 }, { name: "next", minRatio: 3 }, { name: "loop" }],
  createRequests: ({ dataset, tokens, serial }) => {
    let count = 0;
    return () => {
      const [plugin, minor] = [count % dataset.plugins, Math.floor(count / dataset.plugins)];
      count += 1;
      return {
        method: "POST",
        path: "/api/marketplace/publish",
        headers: { ...jsonHeaders, ...tokenHeaders(tokens, plugin % dataset.tenants) },
        body: JSON.stringify({
          type: "APP_PLUGIN",
          name: `Plugin ${plugin}`,
          slug: pluginSlug(plugin),
          version: `${serial}.${minor}.0`,
          description: DESCRIPTION,
          appPluginId: rowId("plugin", plugin),
        }),
      };
    };
  },
  countWrites: async ({ sql }) => {
    const [row] = await sql<Count[]>`select count(*)::integer from listings`;
    return row?.count ?? 0;
  },
  cleanUp: async ({ sql }) => {
    // The length of the queue is part of the response, so every sample starts with an empty one.
    await sql`update listings set status = 'REJECTED', decided_at = now() where status = 'PENDING_APPROVAL'`;
    while (await cancelChecks(sql)) await delay(100);
  },
};

export function reportRequest(
  secret: string,
  buildId: string,
  status: "IN_PROGRESS" | "COMPLETED",
): CaseRequest {
  const artifact = { artifactPath: `artifacts/${buildId}/app-release.aab`, sizeBytes: "48211903" };
  return {
    method: "POST",
    path: "/api/builds/webhook/status",
    headers: { ...jsonHeaders, "x-build-secret": secret },
    body: JSON.stringify({ buildId, status, ...(status === "COMPLETED" && artifact), workerId: "worker-1" }),
  };
}

interface Count {
  count: number;
}

/** Cancels the checks of new listings, those of the baselines too. Returns true while a check still runs. */
async function cancelChecks(sql: postgres.Sql): Promise<boolean> {
  await sql`update listing_checks set enqueued_at = now() where enqueued_at is null`;
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where task_identifier = 'check_listing' and locked_at is null))`;
  const [row] = await sql<{ isBusy: boolean }[]>`
    select exists (select from graphile_worker.jobs where task_identifier = 'check_listing') as "isBusy"`;
  return row?.isBusy ?? false;
}
