import fastify from "fastify";
import { checkToken } from "./check-token.ts";
import { listBuilds, listBuildsUnlessKnown } from "./list-builds.ts";
import { openPools } from "./pools.ts";
import { type Publication, publish } from "./publish.ts";
import { queryBuilds } from "./query-builds.ts";
import { type Report, reportBuild, reportBuildInSteps } from "./report-build.ts";
import { searchMarketplace } from "./search-marketplace.ts";

/** A bare Fastify with the product's statements: no credential, no check, no log. */
const pools = openPools(process.env["DATABASE_URL"] ?? "");
const app = fastify();

app.post<{ Body: Report }>("/api/builds/webhook/status", ({ body }) => reportBuild(pools, body));

app.post<{ Body: Report }>("/steps/api/builds/webhook/status", ({ body }) => reportBuildInSteps(pools, body));

app.post<{ Body: Publication }>("/api/marketplace/publish", async ({ headers, body }, reply) => {
  reply.code(201);
  return publish(pools, String(headers["x-tenant-id"]), body);
});

app.get<{ Params: { appId: string } }>("/api/apps/:appId/builds", async ({ headers, params }, reply) => {
  const tenantId = String(headers["x-tenant-id"]);
  if (!headers["if-none-match"]) return listBuilds(pools, tenantId, params.appId);
  reply.header("etag", await listBuildsUnlessKnown(pools, tenantId, params.appId));
  return reply.code(304).send();
});

app.get("/api/me", ({ headers }) => checkToken(pools, String(headers.authorization)));

app.get<{ Querystring: { input: string } }>("/api/trpc/builds.list", ({ query }) =>
  queryBuilds(pools, query.input),
);

app.get<{ Querystring: { input: string } }>("/api/trpc/marketplace.search", ({ query }) =>
  searchMarketplace(pools, query.input),
);

/** What the framework itself takes. */
app.get("/empty/*", async (_request, reply) => reply.code(304).send());

await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
