import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { rowId } from "../data/ids.ts";
import { APPS, TENANTS, tenantSlug } from "../data/world.ts";
import { batchPath } from "../questions/question.ts";
import type { Product } from "../stage/product.ts";
import type { Tally } from "./tally.ts";

const SHORTEST_THOUGHT_MS = 1_000;
const LONGEST_THOUGHT_MS = 3_000;

/** Somebody who goes from page to page of the Builder, each of which reads its data again after word of a change. */
export async function browse(
  { origin, cookies }: Product,
  tally: Tally,
  { person, until }: { person: number; until: number },
): Promise<void> {
  const number = person % TENANTS;
  const tenant = tenantSlug(number);
  const headers = { cookie: cookies[number] ?? "" };
  const app = rowId("app", number + TENANTS * randomInt(APPS / TENANTS));
  const filters = { tenant, status: [], platform: [] };
  const visits = [
    { page: "", query: batchPath("builds.summary", { tenant }) },
    { page: "/builds", query: batchPath("builds.list", filters) },
    { page: "/apps", query: batchPath("apps.list", { tenant }) },
    { page: `/apps/${app}`, query: batchPath("builds.list", { ...filters, appId: app }) },
    { page: "/listings", query: batchPath("listings.counts", { tenant }) },
  ];
  // They do not all begin in the same moment.
  await delay(randomInt(LONGEST_THOUGHT_MS));
  for (let visited = person; performance.now() < until; visited += 1) {
    const { page, query } = visits[visited % visits.length] ?? { page: "", query: "" };
    await tally.call("page", performance.now(), `${origin}/builder/${tenant}${page}`, { headers });
    await delay(randomInt(SHORTEST_THOUGHT_MS, LONGEST_THOUGHT_MS) / 2);
    await tally.call("query", performance.now(), origin + query, { headers });
    await delay(randomInt(SHORTEST_THOUGHT_MS, LONGEST_THOUGHT_MS) / 2);
  }
}
