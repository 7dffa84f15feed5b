import { randomInt } from "node:crypto";
import { searchTerm, tenantSlug } from "../fixtures/ids.ts";
import { pageRequest, tokenHeaders } from "../harness/product.ts";
import { batchPath, type Case } from "./case.ts";

/** First page of the builds of any app, by token. */
export const LIST: Case = {
  title: "Builds page",
  endpoint: "GET /api/apps/{appId}/builds",
  note: "The product caches a page for ten seconds, unless one of its builds changes.",
  baselines: [{ name: "fastify", minRatio: 0.8 }, { name: "next", minRatio: 3 }, { name: "loop" }],
  createRequests: (resources) => () => pageRequest(resources, randomInt(resources.dataset.apps)),
};

/** The same page, polled with its entity tag while its builds do not change. */
export const POLL: Case = {
  title: "Builds page, unchanged",
  endpoint: "GET /api/apps/{appId}/builds with If-None-Match",
  baselines: [
    { name: "fastifyEmpty", minRatio: 0.4, sufficientRate: 10_000 },
    { name: "fastify" },
    { name: "next" },
    { name: "loop" },
  ],
  status: 304,
  createRequests: (resources) => () => {
    const app = randomInt(resources.dataset.apps);
    const { path, headers } = pageRequest(resources, app);
    return { path, headers: { ...headers, "if-none-match": resources.tags[app] ?? "" } };
  },
};

/** Token check that every request with a token begins with, and little else. */
export const TOKEN: Case = {
  title: "Token check alone",
  endpoint: "GET /api/me",
  baselines: [{ name: "fastify" }, { name: "next" }, { name: "loop" }],
  createRequests: (resources) => () => ({
    path: "/api/me",
    headers: tokenHeaders(resources.tokens, randomInt(resources.tokens.length)),
  }),
};

/** Query that an open page of the Builder repeats after a change. */
export const QUERY: Case = {
  title: "Builds query of the dashboard",
  endpoint: "GET /api/trpc/builds.list",
  baselines: [{ name: "fastify" }, { name: "next" }, { name: "loop" }],
  createRequests: (resources) => () => {
    const tenant = randomInt(resources.cookies.length);
    const path = batchPath("builds.list", { tenant: tenantSlug(tenant), status: [], platform: [] });
    return { path, headers: { cookie: resources.cookies[tenant] ?? "" } };
  },
};

/** Anonymous search for one of the plugins. */
export const SEARCH: Case = {
  title: "Marketplace search",
  endpoint: "GET /api/trpc/marketplace.search",
  baselines: [{ name: "fastify" }, { name: "next" }, { name: "loop" }],
  createRequests: (resources) => () => ({
    path: batchPath("marketplace.search", { search: searchTerm(randomInt(resources.dataset.plugins)) }),
    headers: {},
  }),
};

/** Whole page of the Builder, by session. */
export const BUILDS_PAGE: Case = {
  title: "Builds, rendered by the server",
  endpoint: "GET /builder/{tenant}/builds",
  baselines: [{ name: "next" }, { name: "loop" }],
  summarizeResponse: countBuildIds,
  createRequests: (resources) => () => {
    const tenant = randomInt(resources.cookies.length);
    return {
      path: `/builder/${tenantSlug(tenant)}/builds`,
      headers: { cookie: resources.cookies[tenant] ?? "" },
    };
  },
};

/** Number of builds in a page: the markup differs between systems, the content does not. */
function countBuildIds(html: string): string {
  const builds = new Set(html.match(/01900000-0000-7000-8000-[12][0-9a-f]{11}/g));
  return `${builds.size} builds`;
}
