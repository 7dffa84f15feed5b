import fastify from "fastify";
import type { ReportBuild } from "@/server/domains/builds/input.ts";
import type { PublishListing } from "@/server/domains/listings/input.ts";
import { openPools } from "./database.ts";
import { publish } from "./publish.ts";
import { checkToken, listBuilds, tagBuilds } from "./reads.ts";
import { queryBuilds, searchMarketplace } from "./replay.ts";
import { reportBuild, reportBuildInSteps } from "./report-build.ts";

/** Bare Fastify with the product's statements: no authentication, no validation, no log. */
const pools = openPools();
const app = fastify();

app.post<{ Body: ReportBuild }>("/api/builds/webhook/status", ({ body }) => reportBuild(pools, body));

app.post<{ Body: ReportBuild }>("/steps/api/builds/webhook/status", ({ body }) =>
  reportBuildInSteps(pools, body),
);

app.post<{ Body: PublishListing }>("/api/marketplace/publish", async ({ headers, body }, reply) => {
  reply.code(201);
  return publish(pools, String(headers["x-tenant-id"]), body);
});

app.get<{ Params: { appId: string } }>("/api/apps/:appId/builds", async ({ headers, params }, reply) => {
  const tenantId = String(headers["x-tenant-id"]);
  if (!headers["if-none-match"]) return listBuilds(pools, tenantId, params.appId);
  reply.header("etag", await tagBuilds(pools, tenantId, params.appId));
  return reply.code(304).send();
});

app.get("/api/me", ({ headers }) => checkToken(pools, String(headers.authorization)));

app.get<{ Querystring: { input: string } }>("/api/trpc/builds.list", ({ query }) =>
  queryBuilds(pools, query.input),
);

app.get<{ Querystring: { input: string } }>("/api/trpc/marketplace.search", ({ query }) =>
  searchMarketplace(pools, query.input),
);

/** Cost of the framework alone. */
app.get("/empty/*", async (_request, reply) => reply.code(304).send());

await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
