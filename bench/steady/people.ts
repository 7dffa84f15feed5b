import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { rowId } from "../data/ids.ts";
import { APPS, TENANTS, tenantSlug } from "../data/world.ts";
import { batchPath } from "../questions/question.ts";
import type { Product } from "../stage/product.ts";
import { linkTo, type Segment } from "./links.ts";
import type { Tally } from "./tally.ts";

const SHORTEST_THOUGHT_MS = 1_000;
const LONGEST_THOUGHT_MS = 3_000;
/** The first visit and then one in so many loads the whole document, as from a bookmark; the others follow links. */
const VISITS_TO_A_LOAD = 11;

/** Somebody who goes from page to page of the Builder, each of which reads its data again after word of a change. */
export async function browse(
  { origin, cookies }: Product,
  tally: Tally,
  { person, until }: { person: number; until: number },
): Promise<void> {
  const number = person % TENANTS;
  const tenant = tenantSlug(number);
  const cookie = cookies[number] ?? "";
  const app = rowId("app", number + TENANTS * randomInt(APPS / TENANTS));
  const filters = { tenant, status: [], platform: [] };
  const pages: { segments: Segment[]; query: string }[] = [
    { segments: [], query: batchPath("builds.summary", { tenant }) },
    { segments: ["builds"], query: batchPath("builds.list", filters) },
    { segments: ["apps"], query: batchPath("apps.list", { tenant }) },
    {
      segments: ["apps", ["appId", app, "d", null]],
      query: batchPath("builds.list", { ...filters, appId: app }),
    },
    { segments: ["listings"], query: batchPath("listings.counts", { tenant }) },
  ];
  const visits = await Promise.all(
    pages.map(async ({ segments, query }) => ({
      query,
      link: await linkTo(origin, tenant, segments, cookie),
    })),
  );
  const think = () => delay(randomInt(SHORTEST_THOUGHT_MS, LONGEST_THOUGHT_MS) / 2);
  // They do not all begin in the same moment.
  await delay(randomInt(LONGEST_THOUGHT_MS));
  for (let visited = 0; performance.now() < until; visited += 1) {
    const visit = visits[(visited + person) % visits.length];
    if (!visit) return;
    const { url, headers } = visit.link;
    if (visited === 0 || randomInt(VISITS_TO_A_LOAD) === 0) {
      const { origin: site, pathname } = new URL(url);
      await tally.call("page, loaded", performance.now(), site + pathname, { headers: { cookie } });
    } else await tally.call("page, by a link", performance.now(), url, { headers });
    await think();
    await tally.call("query", performance.now(), origin + visit.query, { headers: { cookie } });
    await think();
  }
}
