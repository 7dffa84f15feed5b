import { setTimeout as delay } from "node:timers/promises";
import type { Request } from "autocannon";
import type postgres from "postgres";
import { rowId } from "../data/ids.ts";
import { DESCRIPTION, PLUGINS, pluginSlug, TENANTS } from "../data/world.ts";
import { FASTIFY, LOOP, NEXT } from "../stage/contender-names.ts";
import { type Question, type Supply, tenantHeaders } from "./question.ts";

/** Publishers of all tenants submit new versions of their plugins. */
export const PUBLISH: Question = {
  title: "Publish",
  endpoint: "POST /api/marketplace/publish",
  remark: "The front stores new versions that come together by one call of the database.",
  floors: [{ contender: FASTIFY, least: 0.8 }, { contender: NEXT, least: 3 }, { contender: LOOP }],
  buildsPerCall: 0,
  calls: (supply: Supply): Request[] => {
    let made = 0;
    return [
      {
        method: "POST",
        path: "/api/marketplace/publish",
        setupRequest: (request) => {
          const [plugin, minor] = [made % PLUGINS, Math.floor(made / PLUGINS)];
          made += 1;
          return {
            ...request,
            headers: { "content-type": "application/json", ...tenantHeaders(supply, plugin % TENANTS) },
            body: JSON.stringify({
              type: "APP_PLUGIN",
              name: `Plugin ${plugin}`,
              slug: pluginSlug(plugin),
              version: `${supply.serial}.${minor}.0`,
              description: DESCRIPTION,
              appPluginId: rowId("plugin", plugin),
            }),
          };
        },
      },
    ];
  },
  countEffects: async (sql) => {
    const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from listings`;
    return row?.count ?? 0;
  },
  settle: async (sql) => {
    await decideAll(sql);
    while (await putChecksAside(sql)) await delay(100);
  },
};

/** So that everybody finds as short a queue. */
const decideAll = (sql: postgres.Sql) =>
  sql`update listings set status = 'REJECTED', decided_at = now() where status = 'PENDING_APPROVAL'`;

/**
 * Every listing is to be checked, those of the floors too, which check nothing.
 * @returns whether a check still runs
 */
async function putChecksAside(sql: postgres.Sql): Promise<boolean> {
  await sql`update listing_checks set enqueued_at = now() where enqueued_at is null`;
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where task_identifier = 'check_listing' and locked_at is null))`;
  const [row] = await sql<{ isBusy: boolean }[]>`
    select exists (select from graphile_worker.jobs where task_identifier = 'check_listing') as "isBusy"`;
  return row?.isBusy ?? false;
}
