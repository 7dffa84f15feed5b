import fastify from "fastify";
import { listBuilds } from "./list-builds.ts";
import { openPools } from "./pools.ts";
import { type Publication, publish } from "./publish.ts";
import { type Report, reportBuild } from "./report-build.ts";

/** A bare Fastify with the product's statements: no credential, no check, no log. */
const pools = openPools(process.env["DATABASE_URL"] ?? "");
const app = fastify();

app.post<{ Body: Report }>("/api/builds/webhook/status", ({ body }) => reportBuild(pools, body));

app.post<{ Body: Publication }>("/api/marketplace/publish", async ({ headers, body }, reply) => {
  reply.code(201);
  return publish(pools, String(headers["x-tenant-id"]), body);
});

app.get<{ Params: { appId: string } }>("/api/apps/:appId/builds", ({ headers, params }) =>
  listBuilds(pools, String(headers["x-tenant-id"]), params.appId),
);

/** What the framework itself takes. */
app.get("/empty", async (_request, reply) => reply.code(304).send());

await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
