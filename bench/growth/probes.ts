import { randomInt } from "node:crypto";
import { type Context, systemContext } from "@/server/core/context.ts";
import { encodeCursor } from "@/server/core/pagination.ts";
import { getRegistryItem } from "@/server/domains/marketplace/registry/get-item.ts";
import { ListItemsQuery } from "@/server/domains/marketplace/registry/input.ts";
import { listRegistryItems } from "@/server/domains/marketplace/registry/list-items.ts";
import type { Case, Resources } from "../cases/case.ts";
import { POLL, QUERY, SEARCH, TOKEN } from "../cases/reads.ts";
import { PUBLISH, reportRequest } from "../cases/writes.ts";
import { pluginSlug, rowId, tenantSlug } from "../fixtures/ids.ts";
import { type Product, pageRequest, readEntityTags, SECRETS } from "../harness/product.ts";
import { fetchText } from "../harness/server-process.ts";
import {
  ABANDONED_APP,
  APPS,
  CATEGORY,
  newestBuildId,
  newestFailedId,
  QUEUED_BUILDS,
  RARE_WORD,
} from "./dataset.ts";

/** One database size: the product on it. */
export interface Subject {
  product: Product;
  resources: Resources;
}

/** One call that is timed at every database size. */
export interface Probe {
  kind: "case" | "page" | "registry";
  name: string;
  /** Bound of the growth from the smallest size to the largest. */
  maxGrowth: number | null;
  /** Prepares the call for one size. */
  prepare: (subject: Subject) => () => Promise<unknown>;
}

const MAX_CASE_GROWTH = 1.25;
const MAX_PAGE_GROWTH = 1.5;
const PUBLISHED_PLUGINS = 100;

export async function createSubject(product: Product): Promise<Subject> {
  const { dataset, tokens, cookies } = product;
  const tags = await readEntityTags(product);
  const builds = { first: 0, count: QUEUED_BUILDS };
  const buildSecret = SECRETS.BUILD_SERVER_SECRET;
  return { product, resources: { dataset, tokens, cookies, tags, buildSecret, serial: 1, builds } };
}

/** All probes whose kind and name begin with `prefix`. */
export const selectProbes = (prefix: string): Probe[] =>
  [...CASES, ...PAGES, ...REGISTRY].filter(({ kind, name }) => `${kind}: ${name}`.startsWith(prefix));

/** Probe that sends the requests of a case one at a time. */
function caseProbe(
  name: string,
  createRequests: Case["createRequests"],
  { status = 200, maxGrowth = MAX_CASE_GROWTH }: { status?: number; maxGrowth?: number | null } = {},
): Probe {
  const prepare = ({ product, resources }: Subject) => {
    const createRequest = createRequests(resources);
    return () => {
      const { path, ...init } = createRequest({});
      return fetchText(product.origin + path, init, status);
    };
  };
  return { kind: "case", name, maxGrowth, prepare };
}

const CASES: Probe[] = [
  caseProbe("build report", ({ builds, buildSecret }) => {
    let next = builds.first;
    return () => reportRequest(buildSecret, rowId("freshBuild", next++), "COMPLETED");
  }),
  caseProbe(
    "publish",
    (resources) =>
      PUBLISH.createRequests({ ...resources, dataset: { ...resources.dataset, plugins: PUBLISHED_PLUGINS } }),
    { status: 201 },
  ),
  // With a cursor, since the product caches the first page.
  caseProbe("builds page", (resources) => {
    const cursor = encodeCursor(resources.dataset.builds / APPS + 1);
    return () => {
      const { path, headers } = pageRequest(resources, randomInt(APPS));
      return { path: `${path}?cursor=${cursor}`, headers };
    };
  }),
  caseProbe("builds page, unchanged", POLL.createRequests, { status: 304 }),
  caseProbe("token check", TOKEN.createRequests),
  caseProbe("builds query", QUERY.createRequests),
  caseProbe("marketplace search", SEARCH.createRequests, { maxGrowth: null }),
];

const home = `/builder/${tenantSlug(0)}`;
const app = (number: number, query = "") => `${home}/apps/${rowId("app", number)}${query}`;
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Probe of a page, from the request to the last byte. */
function page(name: string, path: string | ((builds: number) => string)): Probe {
  const prepare = ({ product, resources }: Subject) => {
    const [cookie = ""] = resources.cookies;
    const url = typeof path === "string" ? path : path(resources.dataset.builds);
    return () => fetchText(product.origin + url, { headers: { cookie } }, 200);
  };
  return { kind: "page", name, maxGrowth: MAX_PAGE_GROWTH, prepare };
}

/** Every page of the Builder that shows builds, with the filters that a single index does not answer. */
const PAGES: Probe[] = [
  page("overview", home),
  page("apps", `${home}/apps`),
  page("app", app(0)),
  page("app, failed", app(0, "?status=FAILED")),
  page("app, running (none)", app(0, "?status=IN_PROGRESS")),
  page("app, failed on iOS", app(0, "?status=FAILED&platform=IOS")),
  page("app, iOS", app(0, "?platform=IOS")),
  page("app, one day a year ago", app(0, `?since=${day(365)}&until=${day(365)}`)),
  page("abandoned app", app(ABANDONED_APP)),
  page("abandoned app, failed", app(ABANDONED_APP, "?status=FAILED")),
  page("abandoned app, failed on iOS", app(ABANDONED_APP, "?status=FAILED&platform=IOS")),
  page("abandoned app, this month (none)", app(ABANDONED_APP, `?since=${day(30)}`)),
  page("builds", `${home}/builds`),
  page("builds, failed", `${home}/builds?status=FAILED`),
  page("builds, queued (none)", `${home}/builds?status=QUEUED`),
  page("builds, iOS", `${home}/builds?platform=IOS`),
  page("builds, failed on iOS", `${home}/builds?status=FAILED&platform=IOS`),
  page("builds, ended this month", `${home}/builds?status=COMPLETED&status=FAILED&since=${day(30)}`),
  page("builds, one day a year ago", `${home}/builds?since=${day(365)}&until=${day(365)}`),
  page("builds before the year 2000 (none)", `${home}/builds?until=1999-12-31`),
  page("builds of a branch", `${home}/builds?ref=main`),
  page("builds of a rare branch", `${home}/builds?ref=feature/39`),
  page("builds of a worker, failed on iOS", `${home}/builds?worker=worker-3&status=FAILED&platform=IOS`),
  page("builds of a version", `${home}/builds?version=1.7.0`),
  page("builds of a branch that no build has", `${home}/builds?ref=gone`),
  page("builds by text", `${home}/builds?q=compileReleaseKotlin`),
  page("failed build", (builds) => `${app(0)}/builds/${newestFailedId(builds)}`),
  page("build", (builds) => `${app(0)}/builds/${newestBuildId(builds)}`),
];

/** Probe of a public page or route, without a credential. */
function publicPage(name: string, path: string | ((items: number) => string)): Probe {
  const prepare = ({ product, resources }: Subject) => {
    const url = typeof path === "string" ? path : path(resources.dataset.plugins);
    return () => fetchText(product.origin + url, {}, 200);
  };
  return { kind: "registry", name, maxGrowth: MAX_CASE_GROWTH, prepare };
}

/** Probe of a read of the registry by its service: the product keeps responses in memory. */
function registry(name: string, read: (ctx: Context, items: number) => Promise<unknown>): Probe {
  const prepare = ({ product: { database, dataset } }: Subject) => {
    const ctx = systemContext("benchmark", database);
    return () => read(ctx, dataset.plugins);
  };
  return { kind: "registry", name, maxGrowth: MAX_CASE_GROWTH, prepare };
}

const listItems = (name: string, query: Partial<ListItemsQuery>) =>
  registry(name, (ctx) => listRegistryItems(ctx, ListItemsQuery.parse({ category: [], ...query })));

const middleItem = (items: number) => pluginSlug(Math.floor(items / 2));

/** Reads of the marketplace. `RARE_WORD` and `CATEGORY` are those of 1,000 items. */
const REGISTRY: Probe[] = [
  listItems("items", {}),
  listItems("items by name", { sort: "name" }),
  listItems("items by downloads", { sort: "downloads" }),
  listItems("items of a category", { category: [CATEGORY] }),
  listItems("search", { q: RARE_WORD }),
  listItems("search, latest", { q: RARE_WORD, sort: "latest" }),
  listItems("search without a match", { q: "lighthouse" }),
  registry("item", (ctx, items) => getRegistryItem(ctx, { type: "app-plugin", slug: middleItem(items) })),
  publicPage("sitemap", "/sitemap.xml"),
  publicPage("page: marketplace", "/marketplace"),
  publicPage("page: search", `/marketplace?q=${RARE_WORD}`),
  publicPage("page: item", (items) => `/marketplace/app-plugin/${middleItem(items)}`),
];
