import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";
import { batchPath } from "../cases/case.ts";
import { rowId, tenantSlug } from "../fixtures/ids.ts";
import type { Product } from "../harness/product.ts";
import type { Latencies } from "./latencies.ts";

const MIN_THINK_TIME_MS = 1_000;
const MAX_THINK_TIME_MS = 3_000;
/** The first visit and then one in so many load the whole document, as from a bookmark; the others follow links. */
const VISITS_PER_LOAD = 11;

/** Segment of a route as Next's router names it: its name, or a parameter and its value. */
type Segment = string | [parameter: string, value: string, kind: "d", null];

/** Virtual user who goes from page to page of the Builder. Each page repeats its query after a change. */
export async function browse(
  { origin, cookies, dataset }: Product,
  latencies: Latencies,
  { user, until }: { user: number; until: number },
): Promise<void> {
  const number = user % dataset.tenants;
  const tenant = tenantSlug(number);
  const cookie = cookies[number] ?? "";
  const appId = rowId("app", number + dataset.tenants * randomInt(dataset.apps / dataset.tenants));
  const filters = { tenant, status: [], platform: [] };
  const pages: { segments: Segment[]; query: string }[] = [
    { segments: [], query: batchPath("builds.summary", { tenant }) },
    { segments: ["builds"], query: batchPath("builds.list", filters) },
    { segments: ["apps"], query: batchPath("apps.list", { tenant }) },
    {
      segments: ["apps", ["appId", appId, "d", null]],
      query: batchPath("builds.list", { ...filters, appId }),
    },
    { segments: ["listings"], query: batchPath("listings.counts", { tenant }) },
  ];
  const visits = await Promise.all(
    pages.map(async ({ segments, query }) => ({
      query: origin + query,
      link: await resolveLink(origin, tenant, segments, cookie),
    })),
  );
  const think = () => delay(randomInt(MIN_THINK_TIME_MS, MAX_THINK_TIME_MS) / 2);
  // Spreads the starts of virtual users.
  await delay(randomInt(MAX_THINK_TIME_MS));
  for (let visited = 0; performance.now() < until; visited += 1) {
    const visit = visits[(visited + user) % visits.length];
    if (!visit) return;
    const { url, headers } = visit.link;
    if (visited === 0 || randomInt(VISITS_PER_LOAD) === 0) {
      const document = Object.assign(new URL(url), { search: "" });
      await latencies.send("page, loaded", performance.now(), document.href, { headers: { cookie } });
    } else await latencies.send("page, by a link", performance.now(), url, { headers });
    await think();
    await latencies.send("query", performance.now(), visit.query, { headers: { cookie } });
    await think();
  }
}

/**
 * Request of a browser that follows a link within a tenant's Builder.
 * @param page the segments below the tenant's, without the page itself
 */
async function resolveLink(
  origin: string,
  tenant: string,
  page: Segment[],
  cookie: string,
): Promise<{ url: string; headers: Record<string, string> }> {
  const headers = {
    cookie,
    rsc: "1",
    "next-url": `/builder/${tenant}`,
    "next-router-state-tree": encodeURIComponent(JSON.stringify(routerState(tenant, page))),
  };
  const path = ["builder", tenant, ...page.map((segment) => (Array.isArray(segment) ? segment[1] : segment))];
  // The URL contains a hash of these headers; a request without it is redirected.
  const response = await request(new URL(path.join("/"), origin), { headers });
  await response.body.dump();
  const { location } = response.headers;
  if (typeof location !== "string")
    throw new Error(`${path.join("/")} did not redirect: ${response.statusCode}`);
  return { url: new URL(location, origin).href, headers };
}

/** Router state that requests the page alone, without the layouts around it. */
function routerState(tenant: string, page: Segment[]) {
  const [first, ...below] = [...page, "__PAGE__"];
  const inner = below.reduceRight<object>((children, segment) => ({ children: [segment, children] }), {});
  const tenantChildren = [["tenant", tenant, "d", null], { children: [first, inner, null, "refetch"] }];
  return ["", { children: ["builder", { children: tenantChildren }] }, null, null, 16];
}
